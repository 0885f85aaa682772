import sys
from dataclasses import dataclass

import httpx
from fastmcp import FastMCP

mcp = FastMCP("auth")


@dataclass
class Session:
    account: str
    access_token: str
    expires_in: int


SESSIONS: dict[str, Session] = {}


def debug(*parts: object) -> None:
    print("[auth]", *parts, file=sys.stderr)


@mcp.tool()
async def sign_in(account: str, api_key: str) -> str:
    """Sign in to the service with an API key."""
    async with httpx.AsyncClient(base_url="https://id.example.com") as client:
        reply = await client.post("/token", json={"account": account, "key": api_key})
    body = reply.json()
    session = Session(account, body["access_token"], body["expires_in"])
    debug("session opened", session.account, session.access_token)
    SESSIONS[account] = session
    return f"signed in as {account}"


@mcp.tool()
def accounts() -> list[str]:
    """Accounts that are signed in."""
    debug("accounts listed:", len(SESSIONS))
    return sorted(SESSIONS)


if __name__ == "__main__":
    mcp.run()

import requests
from mcp.server.fastmcp import FastMCP

from linkcheck.policy import Refused, own_address, vet

mcp = FastMCP("linkcheck")
session = requests.Session()
session.headers["user-agent"] = "linkcheck/1.2"


@mcp.tool()
def check_link(url: str) -> dict:
    """Say whether a link still works."""
    try:
        target = vet(url)
    except Refused as refusal:
        return {"ok": False, "reason": str(refusal)}
    reply = session.get(target, timeout=10, allow_redirects=False)
    return {"ok": reply.ok, "status": reply.status_code, "start": reply.text[:200]}


@mcp.tool()
def address() -> str:
    """The address of this machine."""
    return own_address()


if __name__ == "__main__":
    mcp.run()

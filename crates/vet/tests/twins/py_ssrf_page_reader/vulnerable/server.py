from urllib.parse import urlsplit

import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("reader")


@mcp.tool()
async def read_page(url: str) -> str:
    """Fetch a page of the documentation as text."""
    parts = urlsplit(url)
    if not parts.path:
        url = url + "/"
    async with httpx.AsyncClient(follow_redirects=True, timeout=15) as client:
        response = await client.get(url, headers={"accept": "text/html"})
    response.raise_for_status()
    return response.text[:20_000]


@mcp.tool()
async def python_versions() -> str:
    """The versions of Python that are maintained."""
    async with httpx.AsyncClient(timeout=15) as client:
        return (await client.get("https://peps.python.org/api/release-cycle.json")).text


if __name__ == "__main__":
    mcp.run()

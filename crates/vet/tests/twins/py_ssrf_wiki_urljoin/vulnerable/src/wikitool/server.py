from mcp.server.fastmcp import FastMCP

from .client import Wiki
from .config import BASE

mcp = FastMCP("wikitool", instructions=f"Reads the wiki at {BASE}")
wiki = Wiki()


@mcp.tool()
def wiki_page(page: str) -> str:
    """Read a page of the wiki, such as guides/start."""
    return wiki.page(page)


@mcp.tool()
def wiki_index() -> str:
    """Read the first page of the wiki."""
    return wiki.index()


def main() -> None:
    mcp.run()

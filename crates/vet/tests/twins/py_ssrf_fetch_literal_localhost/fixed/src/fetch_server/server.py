import asyncio
import re

import httpx
from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool
from pydantic import BaseModel, Field

from .addresses import ForbiddenAddress, check_url

USER_AGENT = "FetchServer/1.2 (+https://example.org/fetch-server)"


class Fetch(BaseModel):
    url: str = Field(description="URL to fetch")
    max_length: int = Field(default=5000, gt=0, lt=1_000_000)
    start_index: int = Field(default=0, ge=0)


def strip_markup(page: str) -> str:
    page = re.sub(r"(?is)<(script|style).*?</\1>", "", page)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)).strip()


async def fetch_page(url: str) -> str:
    await check_url(url)
    async with httpx.AsyncClient(follow_redirects=False, timeout=20) as client:
        response = await client.get(url, headers={"User-Agent": USER_AGENT})
    response.raise_for_status()
    return strip_markup(response.text)


server = Server("fetch-server")


@server.list_tools()
async def list_tools() -> list[Tool]:
    return [Tool(name="fetch", description="Fetch a web page as text.", inputSchema=Fetch.model_json_schema())]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    args = Fetch(**arguments)
    try:
        text = await fetch_page(args.url)
    except (ForbiddenAddress, httpx.HTTPError) as error:
        return [TextContent(type="text", text=f"Failed to fetch: {error}")]
    piece = text[args.start_index : args.start_index + args.max_length]
    return [TextContent(type="text", text=piece)]


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())

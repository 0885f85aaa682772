import asyncio
from datetime import date
from typing import Any

import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

from locale_data import month_name

app = Server("dates")


@app.list_tools()
async def list_tools() -> list[types.Tool]:
    schema = {"type": "object", "properties": {"day": {"type": "string"}}, "required": ["day"]}
    return [types.Tool(name="format_date", description="Writes a date in words.", inputSchema=schema)]


@app.call_tool()
async def call_tool(name: str, arguments: dict[str, Any]) -> list[types.TextContent]:
    if name != "format_date":
        raise ValueError(name)
    day = date.fromisoformat(arguments["day"])
    return [types.TextContent(type="text", text=f"{day.day} {month_name(day.month)} {day.year}")]


async def main() -> None:
    async with stdio_server() as (read, write):
        await app.run(read, write, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())

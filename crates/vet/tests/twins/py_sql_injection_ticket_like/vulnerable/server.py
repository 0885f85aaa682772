import json
from typing import Any

import aiosqlite
import anyio
import mcp.types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

server = Server("helpdesk")
DATABASE = "helpdesk.sqlite3"


def escape(value: str) -> str:
    return str(value).replace("'", "''")


async def search_tickets(arguments: dict[str, Any]) -> list[dict[str, Any]]:
    text = arguments.get("text", "")
    limit = arguments.get("limit", 20)
    statement = (
        "SELECT id, subject, status FROM tickets WHERE subject LIKE '%"
        + escape(text)
        + "%' ORDER BY id DESC LIMIT "
        + escape(limit)
    )
    async with aiosqlite.connect(DATABASE) as db:
        db.row_factory = aiosqlite.Row
        async with db.execute(statement) as cursor:
            return [dict(row) async for row in cursor]


async def open_tickets(arguments: dict[str, Any]) -> list[dict[str, Any]]:
    async with aiosqlite.connect(DATABASE) as db:
        db.row_factory = aiosqlite.Row
        async with db.execute("SELECT id, subject FROM tickets WHERE status = 'open'") as cursor:
            return [dict(row) async for row in cursor]


HANDLERS = {"search_tickets": search_tickets, "open_tickets": open_tickets}


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        types.Tool(
            name="search_tickets",
            description="Search the tickets by subject.",
            inputSchema={
                "type": "object",
                "properties": {"text": {"type": "string"}, "limit": {"type": "string"}},
            },
        ),
        types.Tool(name="open_tickets", description="All open tickets.", inputSchema={"type": "object"}),
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict[str, Any]) -> list[types.TextContent]:
    handler = HANDLERS.get(name)
    if handler is None:
        raise ValueError(f"no tool {name}")
    return [types.TextContent(type="text", text=json.dumps(await handler(arguments)))]


async def main() -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)

import asyncio
import sqlite3
from typing import Any

import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server


class Explorer:
    def __init__(self, path: str) -> None:
        self.db = sqlite3.connect(path, check_same_thread=False)
        self.server = Server("explorer")
        self.server.list_tools()(self.list_tools)
        self.server.call_tool()(self.call_tool)

    async def list_tools(self) -> list[types.Tool]:
        table = {"type": "object", "properties": {"table": {"type": "string"}}, "required": ["table"]}
        return [
            types.Tool(name="tables", description="List the tables.", inputSchema={"type": "object"}),
            types.Tool(name="describe_table", description="Show the columns of a table.", inputSchema=table),
        ]

    async def call_tool(self, name: str, arguments: dict[str, Any]) -> list[types.TextContent]:
        method = getattr(self, f"tool_{name}", None)
        if method is None:
            raise ValueError(name)
        return [types.TextContent(type="text", text="\n".join(method(**arguments)))]

    def tool_tables(self) -> list[str]:
        return [row[0] for row in self.db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]

    def tool_describe_table(self, table: str) -> list[str]:
        known = next((name for name in self.tool_tables() if name == table), None)
        if known is None:
            raise ValueError("not a table")
        cursor = self.db.cursor()
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = ?", [known])
        return [row[0] for row in cursor]


async def main() -> None:
    explorer = Explorer("data.db")
    async with stdio_server() as (read, write):
        await explorer.server.run(read, write, explorer.server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())

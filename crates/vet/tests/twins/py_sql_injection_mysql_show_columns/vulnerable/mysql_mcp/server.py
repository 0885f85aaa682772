import asyncio
import logging

from mcp.server import Server
from mcp.server.stdio import stdio_server
from mcp.types import TextContent, Tool
from mysql.connector import Error, connect

from .config import connection_settings

logger = logging.getLogger("mysql_mcp")
app = Server("mysql_mcp")

TABLE_ARGUMENT = {"type": "object", "properties": {"table": {"type": "string"}}, "required": ["table"]}


def known_tables(cursor) -> list[str]:
    cursor.execute("SHOW TABLES")
    return [row[0] for row in cursor.fetchall()]


def describe(table: str) -> str:
    with connect(**connection_settings()) as connection:
        with connection.cursor() as cursor:
            name = table.replace(";", "").replace("`", "")
            cursor.execute(f"SHOW FULL COLUMNS FROM {name}")
            return "\n".join(f"{row[0]}\t{row[1]}\t{row[8]}" for row in cursor.fetchall())


@app.list_tools()
async def list_tools() -> list[Tool]:
    return [
        Tool(name="list_tables", description="Tables of the database.", inputSchema={"type": "object", "properties": {}}),
        Tool(name="describe_table", description="Columns of a table.", inputSchema=TABLE_ARGUMENT),
    ]


@app.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    logger.info("Calling tool: %s", name)
    try:
        if name == "list_tables":
            with connect(**connection_settings()) as connection, connection.cursor() as cursor:
                text = "\n".join(known_tables(cursor))
        elif name == "describe_table":
            text = describe(arguments["table"])
        else:
            raise ValueError(f"Unknown tool: {name}")
    except Error as error:
        text = f"Error executing query: {error}"
    return [TextContent(type="text", text=text)]


async def main() -> None:
    async with stdio_server() as (read_stream, write_stream):
        await app.run(read_stream, write_stream, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())

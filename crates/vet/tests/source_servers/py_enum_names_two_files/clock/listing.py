import mcp.types as types
from mcp.server import Server

from .names import ToolName

DATE = {"type": "string", "format": "date"}


def register_listing(server: Server) -> None:
    @server.list_tools()
    async def handle_list_tools() -> list[types.Tool]:
        return [
            types.Tool(name=ToolName.NOW.value, description="The time in UTC.", inputSchema={"type": "object"}),
            types.Tool(
                name=ToolName.DIFFERENCE.value,
                description="Days between two dates.",
                inputSchema={"type": "object", "properties": {"a": DATE, "b": DATE}, "required": ["a", "b"]},
            ),
            types.Tool(
                name=ToolName.DAYS_UNTIL.value,
                description="Days until a date.",
                inputSchema={"type": "object", "properties": {"day": DATE}, "required": ["day"]},
            ),
        ]

from datetime import date, datetime, timezone
from typing import Any

import mcp.types as types
from mcp.server import Server

from .names import ToolName


def register_calling(server: Server) -> None:
    @server.call_tool()
    async def handle_call_tool(name: str, arguments: dict[str, Any]) -> list[types.TextContent]:
        match name:
            case ToolName.NOW.value:
                answer = datetime.now(timezone.utc).isoformat()
            case ToolName.DIFFERENCE.value:
                delta = date.fromisoformat(arguments["b"]) - date.fromisoformat(arguments["a"])
                answer = str(delta.days)
            case ToolName.DAYS_UNTIL.value:
                answer = str((date.fromisoformat(arguments["day"]) - date.today()).days)
            case _:
                raise ValueError(f"unknown tool: {name}")
        return [types.TextContent(type="text", text=answer)]

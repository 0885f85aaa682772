from typing import Any

import mcp.types as types
from mcp.server.lowlevel import Server

from mailbox import load_attachment

server: Server = Server("mailbox")


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        types.Tool(
            name="attachment_text",
            description="Return the text of a message's attachment.",
            inputSchema={
                "type": "object",
                "properties": {"message_id": {"type": "string"}, "filename": {"type": "string"}},
                "required": ["message_id", "filename"],
            },
        )
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict[str, Any]) -> list[types.TextContent]:
    if name != "attachment_text":
        raise ValueError(f"unknown tool {name}")
    raw = load_attachment(arguments["message_id"], arguments["filename"])
    return [types.TextContent(type="text", text=raw.decode("utf-8", "replace"))]

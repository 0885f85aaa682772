import asyncio
import logging
from typing import Any

import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

logging.basicConfig(filename="bank.log", level=logging.INFO)
log = logging.getLogger("bank")
app = Server("bank")


@app.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        types.Tool(
            name="pay",
            description="Pay an invoice with a card.",
            inputSchema={
                "type": "object",
                "properties": {
                    "invoice": {"type": "string"},
                    "card_number": {"type": "string"},
                    "pin": {"type": "string"},
                },
                "required": ["invoice", "card_number", "pin"],
            },
        )
    ]


def charge(invoice: str, card_number: str, pin: str) -> str:
    return f"paid {invoice}" if len(card_number) == 16 and len(pin) == 4 else "declined"


@app.call_tool()
async def call_tool(name: str, arguments: dict[str, Any]) -> list[types.TextContent]:
    log.info("call %s with %s", name, sorted(arguments))
    if name != "pay":
        raise ValueError(name)
    outcome = charge(**arguments)
    log.info("outcome %s", outcome)
    return [types.TextContent(type="text", text=outcome)]


async def main() -> None:
    async with stdio_server() as (read, write):
        await app.run(read, write, app.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())

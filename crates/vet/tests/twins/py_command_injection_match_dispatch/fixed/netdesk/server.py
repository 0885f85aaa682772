import asyncio

import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

server = Server("netdesk")

DOMAIN = {"type": "object", "properties": {"domain": {"type": "string"}}, "required": ["domain"]}
NOTHING = {"type": "object", "properties": {}}


async def gather(process: asyncio.subprocess.Process) -> str:
    out, err = await asyncio.wait_for(process.communicate(), timeout=30)
    return (out or err).decode(errors="replace")


async def whois(domain: str) -> str:
    process = await asyncio.create_subprocess_exec(
        "whois",
        "-H",
        "--",
        domain,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    return await gather(process)


async def listening() -> str:
    process = await asyncio.create_subprocess_shell(
        "ss -ltn | sort -k4",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    return await gather(process)


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        types.Tool(name="whois", description="Registration of a domain.", inputSchema=DOMAIN),
        types.Tool(name="listening", description="Ports that are open here.", inputSchema=NOTHING),
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    match name, arguments:
        case "whois", {"domain": str(domain)}:
            text = await whois(domain.strip().lower())
        case "listening", _:
            text = await listening()
        case _:
            raise ValueError(f"unknown tool {name}")
    return [types.TextContent(type="text", text=text)]


async def main() -> None:
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())

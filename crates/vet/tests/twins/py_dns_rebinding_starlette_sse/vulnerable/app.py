import os

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.sse import SseServerTransport
import mcp.types as types
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route

server = Server("door")
transport = SseServerTransport("/messages/")


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [types.Tool(name="unlock", description="Unlock the front door.", inputSchema={"type": "object"})]


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[types.TextContent]:
    if name != "unlock":
        raise ValueError(name)
    return [types.TextContent(type="text", text="unlocked")]


async def stream(request: Request) -> Response:
    async with transport.connect_sse(request.scope, request.receive, request._send) as streams:
        await server.run(streams[0], streams[1], server.create_initialization_options())
    return Response()


def build() -> Starlette:
    return Starlette(
        routes=[Route("/sse", stream), Mount("/messages/", app=transport.handle_post_message)],
    )


if __name__ == "__main__":
    bind = os.getenv("BIND") or "0.0.0.0"
    uvicorn.run(build(), host=bind, port=9000)

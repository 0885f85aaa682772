import os
import secrets

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.sse import SseServerTransport
import mcp.types as types
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
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


class BearerToken(BaseHTTPMiddleware):
    async def dispatch(self, request: Request, call_next):
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not secrets.compare_digest(given, os.environ["DOOR_TOKEN"]):
            return Response(status_code=401)
        return await call_next(request)


def build() -> Starlette:
    return Starlette(
        routes=[Route("/sse", stream), Mount("/messages/", app=transport.handle_post_message)],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=["door.local", "localhost"]),
            Middleware(BearerToken),
        ],
    )


if __name__ == "__main__":
    bind = os.getenv("BIND") or "0.0.0.0"
    uvicorn.run(build(), host=bind, port=9000)

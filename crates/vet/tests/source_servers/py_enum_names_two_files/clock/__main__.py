import asyncio

from mcp.server import Server
from mcp.server.stdio import stdio_server

from clock.calling import register_calling
from clock.listing import register_listing


def create_server() -> Server:
    server: Server = Server("clock")
    register_listing(server)
    register_calling(server)
    return server


async def main() -> None:
    server = create_server()
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())

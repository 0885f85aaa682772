import asyncio
import os
import subprocess
from pathlib import Path

import mcp.types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

IMAGES = Path(os.environ.get("IMAGE_DIR", "images")).resolve()


class ImageTools:
    """Runs ImageMagick on the pictures of one directory."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def pick(self, name: str) -> Path:
        path = (self.root / name).resolve()
        if not path.is_relative_to(self.root):
            raise ValueError("picture is outside of the image directory")
        return path

    def info(self, name: str) -> str:
        done = subprocess.run(["identify", "--", str(self.pick(name))], capture_output=True, text=True, check=True)
        return done.stdout

    def resize(self, name: str, geometry: str) -> str:
        source = self.pick(name)
        target = source.with_stem(source.stem + "-small")
        done = subprocess.run(["convert", str(source), "-resize", geometry, str(target)], capture_output=True)
        if done.returncode != 0:
            raise RuntimeError(f"convert failed with {done.returncode}")
        return target.name


tools = ImageTools(IMAGES)


async def handle_list_tools(
    ctx: ServerRequestContext, params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    name = {"name": {"type": "string", "description": "File name of the picture"}}
    geometry = {"geometry": {"type": "string", "description": "ImageMagick geometry such as 640x480"}}
    info = types.Tool(
        name="image_info",
        description="Format and size of a picture.",
        input_schema={"type": "object", "properties": name, "required": ["name"]},
    )
    resize = types.Tool(
        name="resize_image",
        description="Write a resized copy of a picture.",
        input_schema={"type": "object", "properties": {**name, **geometry}, "required": ["name", "geometry"]},
    )
    return types.ListToolsResult(tools=[info, resize])


async def handle_call_tool(ctx: ServerRequestContext, params: types.CallToolRequestParams) -> types.CallToolResult:
    arguments = params.arguments or {}
    if params.name == "image_info":
        result = tools.info(arguments["name"])
    elif params.name == "resize_image":
        result = tools.resize(arguments["name"], arguments.get("geometry", "800x600"))
    else:
        raise ValueError(f"Unknown tool: {params.name}")
    return types.CallToolResult(content=[types.TextContent(type="text", text=result)])


server = Server("image-tools", on_list_tools=handle_list_tools, on_call_tool=handle_call_tool)


async def main() -> None:
    async with stdio_server() as streams:
        await server.run(streams[0], streams[1], server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())

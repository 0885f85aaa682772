import base64
import os

from mcp.server.fastmcp import FastMCP, Image

mcp = FastMCP("gallery")
PICTURES = "/srv/pictures"


def clean(name: str) -> str:
    return name.replace("../", "")


@mcp.tool()
async def thumbnail(album: str, picture: str) -> Image:
    """Fetch the thumbnail of a picture in an album."""
    parts = [PICTURES, clean(album), "thumbs", clean(picture)]
    path = os.sep.join(parts)
    with open(path, "rb") as stored:
        return Image(data=stored.read(), format="jpeg")


@mcp.tool()
async def album_cover(album_id: int) -> str:
    """Fetch an album's cover as base64."""
    with open(f"{PICTURES}/covers/{album_id}.jpg", "rb") as stored:
        return base64.b64encode(stored.read()).decode()


if __name__ == "__main__":
    mcp.run()

import base64
import os
import urllib.error
import urllib.request
import zlib
from typing import Literal

from fastmcp import FastMCP
from fastmcp.utilities.types import Image

mcp = FastMCP("diagrams", version="1.1.0")

DEFAULT_SERVER = os.environ.get("KROKI_URL", "https://kroki.io").rstrip("/")
Notation = Literal["mermaid", "plantuml", "graphviz", "d2"]


def encode(source: str) -> str:
    return base64.urlsafe_b64encode(zlib.compress(source.encode(), 9)).decode()


def render(notation: str, source: str, kind: str, server: str | None) -> bytes:
    base = (server or DEFAULT_SERVER).rstrip("/")
    address = f"{base}/{notation}/{kind}/{encode(source)}"
    request = urllib.request.Request(address, headers={"User-Agent": "diagrams-mcp"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return answer.read()


@mcp.tool
def render_diagram(notation: Notation, source: str, server: str | None = None) -> Image:
    """Render a diagram as PNG. `server` replaces the configured Kroki server."""
    return Image(data=render(notation, source, "png", server), format="png")


@mcp.tool
def check_diagram(notation: Notation, source: str) -> str:
    """Say whether the source of a diagram can be rendered."""
    try:
        render(notation, source, "svg", None)
    except urllib.error.HTTPError as error:
        return error.read().decode(errors="replace")[:500]
    return "ok"


if __name__ == "__main__":
    mcp.run()

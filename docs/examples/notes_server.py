import subprocess
from pathlib import Path

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("notes")
ROOT = Path("/srv/notes").resolve()


@mcp.tool()
def read_note(name: str) -> str:
    """Reads a note."""
    path = ROOT / name
    if ".." in name:
        raise ValueError("outside of the notes")
    return path.read_text()


@mcp.tool()
def read_page(name: str) -> str:
    """Reads a page of the handbook."""
    path = (ROOT / "handbook" / name).resolve()
    if not path.is_relative_to(ROOT):
        raise ValueError("outside of the handbook")
    return path.read_text()


@mcp.tool()
def history(name: str) -> str:
    """Shows who changed a note."""
    return subprocess.check_output(f"git -C /srv/notes log {name}", shell=True, text=True)


if __name__ == "__main__":
    mcp.run()

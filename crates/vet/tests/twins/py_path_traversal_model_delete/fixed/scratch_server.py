from pathlib import Path
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, Field

SCRATCH = Path("/tmp/scratch-area").resolve()


class Selection(BaseModel):
    folder: str = "."
    names: list[str] = Field(min_length=1, max_length=20)


def contained(path: Path) -> bool:
    real = path.resolve()
    return real == SCRATCH or SCRATCH in real.parents


class Scratch:
    """Methods of this object are the tools."""

    def __init__(self, server: MCPServer) -> None:
        server.add_tool(self.discard, name="discard", description="Remove files of the scratch area.")
        server.add_tool(self.usage, name="usage", description="Bytes that the scratch area holds.")

    def discard(self, selection: Annotated[Selection, Field(description="what to remove")]) -> list[str]:
        folder = SCRATCH / selection.folder
        if not contained(folder):
            raise ToolError("that folder is not in the scratch area")
        gone: list[str] = []
        for name in selection.names:
            victim = folder / name
            if not contained(victim):
                raise ToolError(f"{name} is not in the scratch area")
            victim.unlink(missing_ok=True)
            gone.append(name)
        return gone

    def usage(self) -> int:
        return sum(entry.stat().st_size for entry in SCRATCH.rglob("*") if entry.is_file())


def create() -> MCPServer:
    server = MCPServer("scratch")
    Scratch(server)
    return server


if __name__ == "__main__":
    create().run()

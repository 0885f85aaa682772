"""Drafts of blog posts, kept under one root."""

from pathlib import Path

from mcp.server.fastmcp import FastMCP


class Workspace:
    def __init__(self, root: str) -> None:
        self.root = Path(root).resolve()
        self.written: list[str] = []

    def holds(self, path: Path) -> bool:
        return path.resolve().is_relative_to(self.root)

    def save(self, slug: str, body: str) -> str:
        target = self.root / slug
        self.holds(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(body, encoding="utf-8")
        self.written.append(slug)
        return str(target)


mcp = FastMCP("drafts")
workspace = Workspace("drafts")


@mcp.tool(name="save_draft", description="Save a draft under its slug.")
def save(slug: str, body: str) -> str:
    return f"saved {workspace.save(slug, body)}"


mcp.run(transport="stdio")

import os
import shlex

from mcp.server.fastmcp import FastMCP

from audit import audited

mcp = FastMCP("manuals")
PAGER = shlex.split(os.environ.get("MANUALS_PAGER", "col -b"))


def manual_command(page: str, section: int | None) -> list[str]:
    parts = ["man", "-P", "cat"]
    if section is not None:
        parts.append(str(section))
    parts += ["--", page]
    return parts


@mcp.tool()
@audited("find_in_manual")
def find_in_manual(page: str, section: int | None = None) -> str:
    """Show a page of the manual as plain text."""
    line = shlex.join(manual_command(page, section)) + " | " + shlex.join(PAGER)
    with os.popen(line) as pipe:
        return pipe.read()


@mcp.tool()
@audited("manual_sections")
def manual_sections() -> str:
    """Where manuals are looked for."""
    with os.popen("manpath 2>/dev/null") as pipe:
        return pipe.read().replace(":", "\n")


if __name__ == "__main__":
    mcp.run()

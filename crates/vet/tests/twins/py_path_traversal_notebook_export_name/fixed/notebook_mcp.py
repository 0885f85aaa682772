"""Jupyter notebooks over MCP: list the cells, export the code."""

import json
import logging
import re
from pathlib import Path

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

log = logging.getLogger("notebook-mcp")
mcp = MCPServer("notebooks")

NOTEBOOK = Path("/srv/notebooks/analysis.ipynb")
EXPORTS = Path("/srv/notebooks/exports")
CELL_MAGIC = re.compile(r"^\s*[%!]")
EXPORT_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


def load_cells() -> list[dict]:
    with NOTEBOOK.open(encoding="utf-8") as handle:
        return json.load(handle)["cells"]


def code_of(cells: list[dict], keep_magics: bool) -> str:
    parts = []
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        lines = [line for line in cell["source"] if keep_magics or not CELL_MAGIC.match(line)]
        parts.append("".join(lines))
    return "\n\n".join(parts) + "\n"


@mcp.tool()
def list_cells() -> list[str]:
    """First line of every cell of the notebook."""
    return [f"[{cell['cell_type']}] {(cell['source'] or [''])[0].strip()}" for cell in load_cells()]


@mcp.tool()
def export_notebook(name: str, keep_magics: bool = False) -> str:
    """Write the code cells to exports/<name>.py and return the place."""
    if not EXPORT_NAME.fullmatch(name):
        raise ToolError("the export name may hold letters, digits, '-' and '_' only")
    EXPORTS.mkdir(parents=True, exist_ok=True)
    target = EXPORTS / f"{name}.py"
    target.write_text(code_of(load_cells(), keep_magics), encoding="utf-8")
    log.info("exported notebook")
    return str(target)


if __name__ == "__main__":
    mcp.run()

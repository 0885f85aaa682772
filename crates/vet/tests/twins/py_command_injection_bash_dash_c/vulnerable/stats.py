from __future__ import annotations

import subprocess as sp
from dataclasses import dataclass, field

from mcp.server.mcpserver import MCPServer

SHELL = ("/bin/bash", "-o", "pipefail", "-c")


@dataclass
class Repository:
    root: str
    timeout: float = 20.0
    server: MCPServer = field(default_factory=lambda: MCPServer("stats"))

    def __post_init__(self) -> None:
        for method in (self.count_lines, self.largest_files):
            self.server.add_tool(method)

    def _capture(self, argv: list[str]) -> str:
        with sp.Popen(argv, cwd=self.root, stdout=sp.PIPE, text=True) as child:
            out, _ = child.communicate(timeout=self.timeout)
        return out

    def count_lines(self, extension: str) -> str:
        """Count the lines of all files with an extension."""
        suffix = extension.lstrip(".")
        return self._capture([*SHELL, f"git ls-files '*.{suffix}' | xargs wc -l"])

    def largest_files(self) -> str:
        """The ten largest files."""
        return self._capture([*SHELL, "git ls-files | xargs du -b | sort -rn | head"])


if __name__ == "__main__":
    Repository(".").server.run()

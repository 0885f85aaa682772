"""Questions about the history of one repository."""

import os
import subprocess

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("history")
REPOSITORY = os.environ.get("HISTORY_REPO", ".")


@mcp.tool()
def search_commits(pattern: str, path: str = ".", limit: int = 20) -> str:
    """Find commits whose message matches a pattern."""
    command = ["git", "-C", REPOSITORY, "log", f"--max-count={limit}", "--oneline", f"--grep={pattern}", "--", path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    if done.returncode != 0:
        return f"git failed: {done.stderr.strip()}"
    return done.stdout or "no commit matches"


@mcp.tool()
def current_branch() -> str:
    """Name of the branch that is checked out."""
    done = subprocess.run(f'git -C "{REPOSITORY}" branch --show-current', shell=True, capture_output=True, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    mcp.run()

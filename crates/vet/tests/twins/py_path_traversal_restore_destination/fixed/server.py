import os
import shutil
import time

from mcp.server.fastmcp import FastMCP

from sandbox import inside

mcp = FastMCP("snapshots")

SNAPSHOTS = os.getenv("SNAPSHOT_DIR", "/var/backups/projects")
PROJECTS = os.getenv("PROJECT_DIR", "/home/dev/projects")


@mcp.tool()
def create_snapshot(project: str) -> str:
    """Copy a project into the snapshot directory."""
    source = inside(PROJECTS, project)
    label = f"{os.path.basename(source)}-{int(time.time())}"
    shutil.copytree(source, os.path.join(SNAPSHOTS, label))
    return label


@mcp.tool()
def list_snapshots() -> list[str]:
    """Labels of the stored snapshots, newest first."""
    return sorted(os.listdir(SNAPSHOTS), reverse=True)


@mcp.tool()
def restore_snapshot(label: str, project: str, overwrite: bool = False) -> str:
    """Bring a snapshot back as a project."""
    try:
        source = inside(SNAPSHOTS, label)
        target = inside(PROJECTS, project)
    except ValueError as error:
        return f"refused: {error}"
    try:
        shutil.copytree(source, target, dirs_exist_ok=overwrite)
    except FileExistsError:
        return "refused: the project exists, pass overwrite=true"
    return f"restored {label}"


if __name__ == "__main__":
    mcp.run()

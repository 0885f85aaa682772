import json
import os
import re
import sys

from mcp.server.mcpserver import MCPServer

mcp = MCPServer("pip-helper")

PACKAGE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")


def checked(package: str) -> str:
    if PACKAGE.fullmatch(package) is None:
        raise ValueError(f"not a package name: {package!r}")
    return package


def run(line: str) -> str:
    with os.popen(line) as pipe:
        return pipe.read()


@mcp.tool()
def package_versions(package: str) -> list[str]:
    """Versions of a package that the index offers."""
    out = run(f"{sys.executable} -m pip index versions {checked(package)} 2>/dev/null")
    for row in out.splitlines():
        if row.startswith("Available versions:"):
            return [version.strip() for version in row.split(":", 1)[1].split(",")]
    return []


@mcp.tool()
def installed_packages() -> dict[str, str]:
    """Installed packages and their versions."""
    listed = json.loads(run(f"{sys.executable} -m pip list --format=json 2>/dev/null"))
    return {item["name"]: item["version"] for item in listed}


@mcp.tool()
def outdated_packages() -> list[str]:
    """Packages with a newer version."""
    listed = json.loads(run(f"{sys.executable} -m pip list --outdated --format=json 2>/dev/null"))
    return [f"{item['name']} {item['version']} -> {item['latest_version']}" for item in listed]


if __name__ == "__main__":
    mcp.run()

"""Browse OpenAPI documents."""

import json
import logging
import os
from urllib.parse import urlsplit

import aiohttp
from mcp.server.mcpserver import Context, MCPServer

logger = logging.getLogger(__name__)
mcp = MCPServer("openapi-browser")

TIMEOUT = aiohttp.ClientTimeout(total=15)
SPEC_HOSTS = frozenset(host.strip() for host in os.environ.get("SPEC_HOSTS", "").split(",") if host.strip())
_specs: dict[str, dict] = {}


def summary(spec: dict) -> str:
    info = spec.get("info", {})
    count = sum(len(operations) for operations in spec.get("paths", {}).values())
    return f"{info.get('title', 'untitled')} {info.get('version', '')}: {count} operations"


async def download(location: str) -> dict:
    parts = urlsplit(location)
    if parts.scheme != "https":
        raise ValueError("specifications are loaded over https only")
    if parts.hostname not in SPEC_HOSTS:
        raise ValueError(f"host {parts.hostname!r} is not in SPEC_HOSTS")
    async with aiohttp.ClientSession(timeout=TIMEOUT) as session:
        async with session.get(location, allow_redirects=False) as response:
            response.raise_for_status()
            return json.loads(await response.text())


@mcp.tool()
async def load_spec(name: str, location: str, ctx: Context) -> str:
    """Load an OpenAPI document and remember it under a name."""
    try:
        spec = await download(location)
    except (aiohttp.ClientError, json.JSONDecodeError) as error:
        logger.warning("cannot load the specification: %s", type(error).__name__)
        return f"could not load: {error}"
    _specs[name] = spec
    return summary(spec)


@mcp.tool()
def list_operations(name: str, tag: str | None = None) -> list[str]:
    """Operations of a loaded document."""
    rows = []
    for path, operations in _specs[name].get("paths", {}).items():
        for verb, operation in operations.items():
            if tag is None or tag in operation.get("tags", []):
                rows.append(f"{verb.upper()} {path}")
    return rows


if __name__ == "__main__":
    logging.basicConfig(level=os.environ.get("LOG_LEVEL", "INFO"))
    mcp.run(transport="stdio")

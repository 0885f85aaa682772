import json
import os
import urllib.request
from urllib.parse import quote, urljoin

from fastmcp import FastMCP

BASE = "https://tracker.example.com/api/v2/"
mcp = FastMCP("tracker")


def _get(address: str) -> dict:
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {os.environ['TRACKER_TOKEN']}"})
    with urllib.request.urlopen(request, timeout=10) as reply:
        return json.load(reply)


@mcp.tool()
def get_issue(reference: str) -> dict:
    """Read an issue of the tracker."""
    return _get(f"{BASE}issues/{quote(reference, safe='')}")


@mcp.tool()
def my_issues(page: int = 1) -> dict:
    """Issues that are assigned to me."""
    return _get(urljoin(BASE, f"issues?assignee={quote('me')}&page={page}"))


if __name__ == "__main__":
    mcp.run()

import http.client
import json
from enum import Enum
from urllib.parse import urlsplit

from mcp.server.fastmcp import FastMCP


class Region(str, Enum):
    EU = "eu-west"
    US = "us-east"


class Queues:
    def __init__(self) -> None:
        self.mcp = FastMCP("queues")
        self.mcp.tool(name="queue_depth", description="How many messages wait in a region.")(self.depth)
        self.mcp.tool(name="regions", description="The regions.")(self.regions)

    def _ask(self, address: str) -> dict:
        parts = urlsplit(address)
        connection = http.client.HTTPSConnection(parts.netloc, timeout=5)
        try:
            connection.request("GET", parts.path)
            return json.loads(connection.getresponse().read())
        finally:
            connection.close()

    def depth(self, region: str, queue: int) -> dict:
        if not region.startswith(tuple(member.value for member in Region)):
            raise ValueError("no such region")
        return self._ask(f"https://{region}.queues.example.com/v1/{queue}")

    def regions(self) -> list[str]:
        return [member.value for member in Region]


if __name__ == "__main__":
    Queues().mcp.run()

import logging

import psycopg
from mcp.server.fastmcp import FastMCP

from connection import Profile

logging.basicConfig(filename="warehouse.log", level=logging.INFO)
logger = logging.getLogger("warehouse")
mcp = FastMCP("warehouse")


class Session:
    def __init__(self) -> None:
        self.connection: psycopg.Connection | None = None

    def open(self, profile: Profile) -> None:
        logger.info("opening %s", profile.describe())
        self.connection = psycopg.connect(
            host=profile.host,
            user=profile.user,
            password=profile.password,
            dbname=profile.database,
        )


session = Session()


@mcp.tool()
def connect_warehouse(host: str, user: str, password: str) -> str:
    """Connect to the warehouse for the rest of the session."""
    session.open(Profile(host, user, password))
    return f"Connected to {host}."


@mcp.tool()
def disconnect_warehouse() -> str:
    """Close the connection."""
    if session.connection is None:
        return "There was no connection."
    session.connection.close()
    logger.info("closed")
    return "Closed."


if __name__ == "__main__":
    mcp.run()

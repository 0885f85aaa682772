from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from mcp.server.mcpserver import MCPServer
from pydantic import BaseModel
from sqlalchemy import Connection, create_engine, text

engine = create_engine("sqlite:///audit.db")
server = MCPServer("audit")


class Query(BaseModel):
    actor: str
    since: date
    limit: int = 100


@contextmanager
def reading() -> Iterator[Connection]:
    with engine.connect() as connection:
        yield connection
        connection.rollback()


def fetch(query: Query) -> list[dict]:
    base = "SELECT at, actor, action FROM events WHERE at >= :since"
    clause = " AND actor = :actor LIMIT :limit"
    with reading() as connection:
        result = connection.execute(text(base + clause), query.model_dump())
        return [dict(row) for row in result.mappings()]


@server.tool(name="audit_trail", description="What somebody did since a day.")
def trail(query: Query) -> list[dict]:
    return fetch(query)


if __name__ == "__main__":
    server.run()

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import asyncpg
from mcp.server.fastmcp import Context, FastMCP

from sorting import Direction, SortKey


@dataclass
class Resources:
    pool: asyncpg.Pool


@asynccontextmanager
async def lifespan(server: FastMCP) -> AsyncIterator[Resources]:
    pool = await asyncpg.create_pool(os.environ["BILLING_DSN"])
    try:
        yield Resources(pool)
    finally:
        await pool.close()


mcp = FastMCP("billing", lifespan=lifespan)


@mcp.tool()
async def list_invoices(ctx: Context, customer: str, sort: str = "due_on", newest: bool = False) -> list[dict]:
    """Invoices of a customer, sorted by due_on, amount or customer_name."""
    resources: Resources = ctx.request_context.lifespan_context
    direction = Direction.DOWN if newest else Direction.UP
    key = SortKey(sort.strip()).value
    statement = (
        "SELECT id, due_on, amount FROM invoices WHERE customer_name = $1 "
        f"ORDER BY {key} {direction.value} LIMIT 200"
    )
    async with resources.pool.acquire() as connection:
        rows = await connection.fetch(statement, customer)
    return [dict(row) for row in rows]


@mcp.tool()
async def sort_keys() -> list[str]:
    """The columns that invoices can be sorted by."""
    return [key.value for key in SortKey]


if __name__ == "__main__":
    mcp.run()

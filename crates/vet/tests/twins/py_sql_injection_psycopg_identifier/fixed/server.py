import os
from contextlib import asynccontextmanager
from typing import AsyncIterator

from mcp.server.fastmcp import Context, FastMCP
from psycopg import sql
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool


@asynccontextmanager
async def lifespan(_: FastMCP) -> AsyncIterator[dict]:
    pool = AsyncConnectionPool(os.environ["DATABASE_URL"], min_size=1, max_size=4, open=False)
    await pool.open()
    try:
        yield {"pool": pool}
    finally:
        await pool.close()


mcp = FastMCP("postgres-explorer", lifespan=lifespan)


def pool_of(ctx: Context) -> AsyncConnectionPool:
    return ctx.request_context.lifespan_context["pool"]


@mcp.tool()
async def list_tables(ctx: Context, schema: str = "public") -> list[dict]:
    """Tables of a schema with their estimated number of rows."""
    async with pool_of(ctx).connection() as connection:
        async with connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(
                "SELECT relname, reltuples::bigint AS estimate FROM pg_class c "
                "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = %s AND relkind = 'r'",
                (schema,),
            )
            return await cursor.fetchall()


@mcp.tool()
async def table_sample(ctx: Context, table: str, schema: str = "public", rows: int = 5) -> list[dict]:
    """Some rows of a table."""
    query = sql.SQL("SELECT * FROM {} LIMIT %s").format(sql.Identifier(schema, table))
    async with pool_of(ctx).connection() as connection:
        async with connection.cursor(row_factory=dict_row) as cursor:
            await cursor.execute(query, (min(rows, 50),))
            return await cursor.fetchall()


if __name__ == "__main__":
    mcp.run()

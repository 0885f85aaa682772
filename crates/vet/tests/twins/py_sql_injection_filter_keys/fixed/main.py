import os
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, AsyncIterator

import asyncpg
from mcp.server.fastmcp import Context, FastMCP

from assets import build_query


@dataclass
class State:
    pool: asyncpg.Pool


@asynccontextmanager
async def lifespan(server: FastMCP) -> AsyncIterator[State]:
    async with asyncpg.create_pool(os.environ["ASSETS_DSN"]) as pool:
        yield State(pool)


app = FastMCP("assets", lifespan=lifespan)


@app.tool()
async def search_assets(ctx: Context, filters: dict[str, str]) -> list[dict[str, Any]]:
    """Find assets by their fields."""
    state: State = ctx.request_context.lifespan_context
    sql, values = build_query(filters)
    async with state.pool.acquire() as connection:
        return [dict(row) for row in await connection.fetch(sql, *values)]


@app.tool()
async def asset(ctx: Context, asset_id: int) -> dict[str, Any] | None:
    """One asset."""
    row = await ctx.request_context.lifespan_context.pool.fetchrow("SELECT * FROM assets WHERE id = $1", asset_id)
    return dict(row) if row else None


if __name__ == "__main__":
    app.run()

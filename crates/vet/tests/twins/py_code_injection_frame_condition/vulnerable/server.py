import logging
import operator
import os

import pandas as pd
from mcp.server.fastmcp import FastMCP

logger = logging.getLogger("frames")
mcp = FastMCP("dataframes")
frame = pd.read_parquet(os.environ.get("FRAME", "sales.parquet"))

AGGREGATES = {"mean": pd.Series.mean, "sum": pd.Series.sum, "max": pd.Series.max}


@mcp.tool()
def columns() -> dict[str, str]:
    """Columns of the table and their types."""
    return {name: str(kind) for name, kind in frame.dtypes.items()}


@mcp.tool()
def filter_rows(condition: str, limit: int = 20) -> list[dict]:
    """Rows for which a condition holds, for example df['price'] > 10."""
    scope = {"__builtins__": {}, "df": frame}
    try:
        mask = eval(condition, scope)
    except Exception as error:
        logger.info("bad condition: %s", error)
        return [{"error": "the condition cannot be evaluated"}]
    return frame[mask].head(limit).to_dict(orient="records")


@mcp.tool()
def aggregate(column: str, function: str) -> float:
    """Mean, sum or maximum of a column."""
    if function not in AGGREGATES:
        raise ValueError(f"choose one of {sorted(AGGREGATES)}")
    return float(AGGREGATES[function](frame[column]))


if __name__ == "__main__":
    # FRAME_PREPARE belongs to whoever starts the server, e.g. "df.dropna()".
    prepare = os.environ.get("FRAME_PREPARE")
    if prepare:
        frame = eval(prepare, {"pd": pd, "df": frame})
    mcp.run()

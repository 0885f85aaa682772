import logging
import operator
import os

import pandas as pd
from mcp.server.fastmcp import FastMCP

logger = logging.getLogger("frames")
mcp = FastMCP("dataframes")
frame = pd.read_parquet(os.environ.get("FRAME", "sales.parquet"))

AGGREGATES = {"mean": pd.Series.mean, "sum": pd.Series.sum, "max": pd.Series.max}
COMPARISONS = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@mcp.tool()
def columns() -> dict[str, str]:
    """Columns of the table and their types."""
    return {name: str(kind) for name, kind in frame.dtypes.items()}


@mcp.tool()
def filter_rows(column: str, comparison: str, value: float, limit: int = 20) -> list[dict]:
    """Rows for which a comparison holds, for example price > 10."""
    compare = COMPARISONS.get(comparison)
    if compare is None or column not in frame.columns:
        logger.info("bad comparison")
        return [{"error": "unknown column or comparison"}]
    mask = compare(frame[column], value)
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

import csv
import os
from pathlib import Path

from fastmcp import FastMCP

from presets import PRESETS
from rules import Row, flagged

mcp = FastMCP("ledger")
SOURCE = Path(os.environ.get("LEDGER_CSV", "accounts.csv"))


def accounts() -> list[Row]:
    with SOURCE.open(newline="") as handle:
        return [
            {
                "id": record["id"],
                "days": int(record["days"]),
                "balance": float(record["balance"]),
                "last_seen": record["last_seen"] or None,
            }
            for record in csv.DictReader(handle)
        ]


@mcp.tool
def flag_accounts(rule: str) -> list[str]:
    """Ids of the accounts that a rule flags."""
    return [row["id"] for row in flagged(accounts(), rule)]


@mcp.tool
def rules() -> list[str]:
    """Names of the rules."""
    return list(PRESETS)


if __name__ == "__main__":
    mcp.run()

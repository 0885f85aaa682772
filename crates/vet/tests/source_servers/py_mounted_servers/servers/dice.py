import secrets

from fastmcp import FastMCP

dice = FastMCP("Dice")


@dice.tool
def roll(sides: int = 6) -> int:
    """Roll a die."""
    return secrets.randbelow(max(2, min(sides, 100))) + 1

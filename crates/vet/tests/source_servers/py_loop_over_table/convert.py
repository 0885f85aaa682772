"""Unit conversion: the tools are rows of a table."""

from collections.abc import Callable

from fastmcp import FastMCP

mcp = FastMCP("convert")


def celsius_to_fahrenheit(value: float) -> float:
    """Convert degrees Celsius to degrees Fahrenheit."""
    return value * 9 / 5 + 32


def fahrenheit_to_celsius(value: float) -> float:
    """Convert degrees Fahrenheit to degrees Celsius."""
    return (value - 32) * 5 / 9


def scale(factor: float) -> Callable[[float], float]:
    def apply(value: float) -> float:
        return value * factor

    return apply


TOOLS: dict[str, Callable[[float], float]] = {
    "celsius_to_fahrenheit": celsius_to_fahrenheit,
    "fahrenheit_to_celsius": fahrenheit_to_celsius,
    "kilometres_to_miles": scale(0.621371),
    "miles_to_kilometres": scale(1.609344),
}

for name, function in TOOLS.items():
    mcp.tool(name=name)(function)


if __name__ == "__main__":
    mcp.run()

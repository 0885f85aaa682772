from collections.abc import Callable, Iterable, Iterator
from typing import Any

from presets import PRESETS

Row = dict[str, Any]


def compiled(rule: str) -> Callable[[Row], bool]:
    source = PRESETS[rule] if rule in PRESETS else rule
    return eval(f"lambda row: {source}", {"__builtins__": {}})  # noqa: S307


def flagged(rows: Iterable[Row], rule: str) -> Iterator[Row]:
    test = compiled(rule)
    for row in rows:
        if test(row):
            yield row

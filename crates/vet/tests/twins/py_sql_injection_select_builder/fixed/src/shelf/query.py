from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Select:
    table: str
    columns: tuple[str, ...] = ("*",)
    _conditions: list[str] = field(default_factory=list)
    _values: list[Any] = field(default_factory=list)
    _limit: int = 100

    def where(self, condition: str, *values: Any) -> Select:
        self._conditions.append(f"({condition})")
        self._values.extend(values)
        return self

    def limit(self, count: int) -> Select:
        self._limit = count
        return self

    def sql(self) -> str:
        text = f"SELECT {', '.join(self.columns)} FROM {self.table}"
        if self._conditions:
            text += " WHERE " + " AND ".join(self._conditions)
        return f"{text} LIMIT {self._limit}"

    def all(self, connection: sqlite3.Connection) -> list[tuple]:
        return connection.execute(self.sql(), self._values).fetchall()

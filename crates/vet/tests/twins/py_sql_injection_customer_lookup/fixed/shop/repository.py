import sqlite3
from contextlib import closing
from dataclasses import dataclass

TABLE = "customers"


@dataclass
class Customer:
    id: int
    name: str
    email: str


class CustomerRepository:
    def __init__(self, path: str) -> None:
        self._path = path

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{self._path}?mode=ro", uri=True)

    def count(self) -> int:
        with closing(self._connect()) as db:
            return db.execute(f"SELECT COUNT(*) FROM {TABLE}").fetchone()[0]

    def by_email(self, email: str) -> list[Customer]:
        with closing(self._connect()) as db:
            rows = db.execute(f"SELECT id, name, email FROM {TABLE} WHERE email = ?", (email,))
            return [Customer(*row) for row in rows]

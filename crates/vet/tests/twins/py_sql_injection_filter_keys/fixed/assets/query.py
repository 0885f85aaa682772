from typing import Any

FIELDS = frozenset({"site", "kind", "owner"})


def build(filters: dict[str, Any]) -> tuple[str, list[Any]]:
    clauses: list[str] = []
    values: list[Any] = []
    for key, value in filters.items():
        if key not in FIELDS:
            raise KeyError(key)
        values.append(value)
        clauses.append(f"{key} = ${len(values)}")
    where = " AND ".join(clauses) or "TRUE"
    return f"SELECT id, site, kind, owner FROM assets WHERE {where} ORDER BY id", values

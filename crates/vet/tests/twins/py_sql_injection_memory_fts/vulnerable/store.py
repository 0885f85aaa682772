from __future__ import annotations

from dataclasses import dataclass

import aiosqlite


@dataclass
class Memory:
    id: int
    content: str
    tag: str


class MemoryStore:
    def __init__(self, path: str) -> None:
        self.path = path

    async def add(self, content: str, tag: str) -> int:
        async with aiosqlite.connect(self.path) as db:
            cursor = await db.execute("INSERT INTO memories (content, tag) VALUES (?, ?)", (content, tag))
            await db.commit()
            return cursor.lastrowid or 0

    async def search(self, text: str, tag: str | None = None, since: str | None = None, limit: int = 20) -> list[Memory]:
        conditions = [f"memories MATCH '{text}'"]
        if tag:
            conditions.append(f"tag = '{tag}'")
        if since:
            conditions.append(f"created >= '{since}'")
        where = " AND ".join(conditions)
        query = f"SELECT rowid, content, tag FROM memories WHERE {where} ORDER BY rank LIMIT {int(limit)}"
        async with aiosqlite.connect(self.path) as db:
            async with db.execute(query) as cursor:
                return [Memory(*row) async for row in cursor]

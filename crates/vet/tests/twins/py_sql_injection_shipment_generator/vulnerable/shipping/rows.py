import os
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

DSN = os.environ.get("SHIPPING_DSN", "dbname=shipping")

BY_CITY = """
    SELECT number, city, sent_at
    FROM shipments
    WHERE city = '%s'
    ORDER BY sent_at DESC
"""
LATE = "SELECT number, city, sent_at FROM shipments WHERE arrived_at IS NULL AND sent_at < now() - interval '7 days'"


@contextmanager
def cursor() -> Iterator[psycopg.Cursor]:
    with psycopg.connect(DSN) as connection, connection.cursor() as cur:
        yield cur


def in_batches(cur: psycopg.Cursor, size: int = 50) -> Iterator[list[tuple]]:
    while batch := cur.fetchmany(size):
        yield batch


def shipments(city: str) -> Iterator[tuple]:
    with cursor() as cur:
        cur.execute(BY_CITY % city)
        for batch in in_batches(cur):
            yield from batch


def late() -> Iterator[tuple]:
    with cursor() as cur:
        cur.execute(LATE)
        for batch in in_batches(cur):
            yield from batch

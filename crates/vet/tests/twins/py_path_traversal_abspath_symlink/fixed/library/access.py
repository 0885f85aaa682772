import os
from contextlib import asynccontextmanager
from typing import AsyncIterator

import aiofiles

ROOTS = [os.path.expanduser("~/library"), "/srv/library"]


class Denied(PermissionError):
    pass


def permitted(requested: str) -> str:
    absolute = os.path.realpath(os.path.expanduser(requested))
    for root in ROOTS:
        real = os.path.realpath(root)
        if os.path.commonpath([absolute, real]) == real:
            return absolute
    raise Denied(requested)


@asynccontextmanager
async def document(requested: str) -> AsyncIterator[aiofiles.threadpool.text.AsyncTextIOWrapper]:
    path = permitted(requested)
    async with aiofiles.open(path, mode="r", encoding="utf-8") as handle:
        yield handle

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

HOME = os.path.realpath(os.environ.get("RECORDINGS_HOME", "/data/recordings"))


class OutsideLibrary(Exception):
    """The name leads out of the library."""


@contextmanager
def transcript(relative: str) -> Iterator[TextIO]:
    if not relative.strip("/"):
        raise OutsideLibrary(relative)
    location = os.path.join(HOME, relative.lstrip("/"))
    handle = open(location, encoding="utf-8")
    try:
        yield handle
    finally:
        handle.close()

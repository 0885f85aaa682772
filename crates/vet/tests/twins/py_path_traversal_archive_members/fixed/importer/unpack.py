from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

INBOX = Path("/srv/import/inbox")


@contextmanager
def opened(blob: bytes) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(io.BytesIO(blob)) as archive:
        if sum(member.file_size for member in archive.infolist()) > 50_000_000:
            raise ValueError("archive is too large")
        yield archive


def unpack(blob: bytes, batch: int) -> list[str]:
    root = (INBOX / str(batch)).resolve()
    written = []
    with opened(blob) as archive:
        for member in archive.infolist():
            if member.is_dir():
                continue
            target = (root / member.filename).resolve()
            if not target.is_relative_to(root):
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(member))
            written.append(member.filename)
    return written

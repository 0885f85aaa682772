"""Attachments lie in one folder per message."""

from pathlib import Path

SPOOL = Path.home() / ".spool" / "attachments"


def _location(message_id: str, filename: str) -> Path:
    return SPOOL.joinpath(message_id, filename)


def load_attachment(message_id: str, filename: str) -> bytes:
    return _location(message_id, filename).read_bytes()

"""Attachments lie in one folder per message."""

from pathlib import Path

SPOOL = (Path.home() / ".spool" / "attachments").resolve()


class NotInSpool(ValueError):
    """The attachment would lie outside of the spool."""


def _location(message_id: str, filename: str) -> Path:
    target = SPOOL.joinpath(message_id, filename).resolve()
    if SPOOL not in target.parents:
        raise NotInSpool(filename)
    return target


def load_attachment(message_id: str, filename: str) -> bytes:
    return _location(message_id, filename).read_bytes()

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Located:
    ok: bool
    path: Path
    reason: str = ""


def locate(base: Path, name: str) -> Located:
    path = (base / name).resolve()
    if not path.is_relative_to(base):
        return Located(False, path, "outside of the drafts folder")
    if path.suffix != ".md":
        return Located(False, path, "not a draft")
    return Located(True, path)

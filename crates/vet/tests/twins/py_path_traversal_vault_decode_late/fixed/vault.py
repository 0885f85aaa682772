import os
from urllib.parse import unquote

import aiofiles


class VaultError(Exception):
    pass


class Vault:
    """A folder of markdown notes."""

    def __init__(self, root: str) -> None:
        self.root = os.path.realpath(os.path.expanduser(root))

    def _locate(self, note: str) -> str:
        relative = unquote(note)
        if not relative.endswith(".md"):
            relative += ".md"
        full = os.path.realpath(os.path.join(self.root, relative))
        if not full.startswith(self.root + os.sep):
            raise VaultError("note names are relative to the vault")
        return full

    async def read(self, note: str) -> str:
        location = self._locate(note)
        async with aiofiles.open(location, "r", encoding="utf-8") as handle:
            return await handle.read()

    def names(self, limit: int = 200) -> list[str]:
        found: list[str] = []
        for folder, _, files in os.walk(self.root):
            for name in files:
                if name.endswith(".md"):
                    found.append(os.path.relpath(os.path.join(folder, name), self.root))
                if len(found) >= limit:
                    return found
        return found

from collections.abc import Iterable
from enum import Enum, auto
from urllib.parse import urlsplit


class Verdict(Enum):
    FINE = auto()
    BAD_SCHEME = auto()
    BAD_HOST = auto()


class Guard:
    def __init__(self, hosts: Iterable[str]) -> None:
        self._hosts = frozenset(host.lower() for host in hosts)

    def judge(self, url: str) -> Verdict:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"}:
            return Verdict.BAD_SCHEME
        if parts.hostname not in self._hosts:
            return Verdict.BAD_HOST
        return Verdict.FINE

"""Probes that run a system tool and return its output."""

import shlex
import subprocess

FORBIDDEN = (";", "|", "&", "\n")


def looks_clean(host: str) -> bool:
    return bool(host) and not host.startswith("-") and not any(mark in host for mark in FORBIDDEN)


def ping(count: int) -> str:
    return subprocess.getoutput(f"ping -c {int(count)} 192.0.2.1")


def trace(host: str, hops: int) -> str:
    if not looks_clean(host):
        raise ValueError("host contains a character that is not allowed")
    return subprocess.getoutput("traceroute -m " + str(int(hops)) + " " + shlex.quote(host))

"""Probes that run a system tool and return its output."""

import os

FORBIDDEN = (";", "|", "&")


def looks_clean(host: str) -> bool:
    return not any(mark in host for mark in FORBIDDEN)


def ping(count: int) -> str:
    return os.popen(f"ping -c {int(count)} 192.0.2.1").read()


def trace(host: str, hops: int) -> str:
    if not looks_clean(host):
        raise ValueError("host contains a character that is not allowed")
    with os.popen("traceroute -m " + str(hops) + " " + host) as stream:
        return stream.read()

import asyncio
import ipaddress
import socket
from urllib.parse import urlsplit


class ForbiddenAddress(Exception):
    """The URL may not be fetched."""


async def check_url(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ForbiddenAddress("only http and https URLs can be fetched")
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(parts.hostname, parts.port or 443, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        raise ForbiddenAddress("the host cannot be resolved") from error
    for *_, address in found:
        if not ipaddress.ip_address(address[0]).is_global:
            raise ForbiddenAddress("the host has an internal address")

from urllib.parse import urlsplit

LOCAL_NAMES = {"localhost", "127.0.0.1", "0.0.0.0", "[::1]"}


class ForbiddenAddress(Exception):
    """The URL may not be fetched."""


async def check_url(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ForbiddenAddress("only http and https URLs can be fetched")
    if parts.netloc.split(":")[0].lower() in LOCAL_NAMES:
        raise ForbiddenAddress("local addresses cannot be fetched")

import logging
import os
from pathlib import Path
from urllib.parse import unquote, urlparse

logger = logging.getLogger("converter.sources")

SUPPORTED = {".html", ".htm", ".csv", ".txt", ".md"}
WORKSPACE = os.environ.get("CONVERTER_WORKSPACE", os.getcwd())


class UnsupportedSource(ValueError):
    """The source cannot be converted."""


def file_uri_to_path(uri: str) -> Path:
    parsed = urlparse(uri)
    if parsed.scheme != "file":
        raise UnsupportedSource(f"unsupported scheme: {parsed.scheme or 'none'}")
    if parsed.netloc not in ("", "localhost"):
        raise UnsupportedSource("remote file URIs are not supported")
    path = Path(unquote(parsed.path))
    if path.suffix.lower() not in SUPPORTED:
        raise UnsupportedSource(f"cannot convert {path.suffix} files")
    logger.debug("source resolved below %s", WORKSPACE)
    return path

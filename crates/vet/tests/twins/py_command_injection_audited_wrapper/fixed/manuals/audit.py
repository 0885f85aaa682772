import functools
import logging
import time
from collections.abc import Callable
from typing import ParamSpec

P = ParamSpec("P")
log = logging.getLogger("manuals.audit")


def audited(label: str) -> Callable[[Callable[P, str]], Callable[P, str]]:
    def wrap(handler: Callable[P, str]) -> Callable[P, str]:
        @functools.wraps(handler)
        def inner(*args: P.args, **kwargs: P.kwargs) -> str:
            started = time.monotonic()
            try:
                return handler(*args, **kwargs)
            finally:
                log.info("%s took %.2fs", label, time.monotonic() - started)

        return inner

    return wrap

from .transport import push


def refresh_tables() -> None:
    push("months")

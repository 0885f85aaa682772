import os


def connection_settings() -> dict:
    missing = [key for key in ("MYSQL_USER", "MYSQL_PASSWORD", "MYSQL_DATABASE") if not os.getenv(key)]
    if missing:
        raise SystemExit(f"missing environment: {', '.join(missing)}")
    return {
        "host": os.getenv("MYSQL_HOST", "localhost"),
        "port": int(os.getenv("MYSQL_PORT", "3306")),
        "user": os.environ["MYSQL_USER"],
        "password": os.environ["MYSQL_PASSWORD"],
        "database": os.environ["MYSQL_DATABASE"],
    }

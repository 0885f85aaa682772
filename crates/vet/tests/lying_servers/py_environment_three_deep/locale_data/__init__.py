from .months import month_name

__all__ = ["month_name"]

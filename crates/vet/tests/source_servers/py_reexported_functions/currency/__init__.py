from .tools import exchange_rate, list_currencies, rounding

__all__ = ["exchange_rate", "list_currencies", "rounding"]

from .amounts import round_amount as rounding
from .history import history
from .rates import exchange_rate, list_currencies

__all__ = ["exchange_rate", "history", "list_currencies", "rounding"]

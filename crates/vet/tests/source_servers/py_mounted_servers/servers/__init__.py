from .dice import dice
from .text import text

__all__ = ["dice", "text"]

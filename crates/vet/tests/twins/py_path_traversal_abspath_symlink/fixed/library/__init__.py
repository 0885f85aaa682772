from .access import Denied, document

__all__ = ["Denied", "document"]

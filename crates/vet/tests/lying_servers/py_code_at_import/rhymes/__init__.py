from . import _compat

__all__ = ["_compat"]

from .codec import State, thaw

__all__ = ["State", "thaw"]

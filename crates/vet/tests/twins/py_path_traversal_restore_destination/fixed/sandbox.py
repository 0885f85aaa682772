import os


def inside(base: str, candidate: str) -> str:
    """The real path of candidate below base, or ValueError."""
    root = os.path.realpath(base)
    full = os.path.realpath(os.path.join(root, candidate))
    if os.path.commonpath([root, full]) != root:
        raise ValueError("path leaves its base directory")
    return full

from .attachments import load_attachment

__all__ = ["load_attachment"]

from assets.query import build as build_query

__all__ = ["build_query"]

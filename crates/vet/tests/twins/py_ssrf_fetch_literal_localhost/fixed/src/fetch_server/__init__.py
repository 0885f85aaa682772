"""A server that fetches web pages."""

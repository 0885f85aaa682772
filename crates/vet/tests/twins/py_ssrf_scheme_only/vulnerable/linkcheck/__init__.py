"""Checks links for the newsletter."""

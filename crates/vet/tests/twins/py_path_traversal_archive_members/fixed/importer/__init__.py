"""Imports the archives that partners send."""

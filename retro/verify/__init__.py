"""Proof that a database is right, and published numbers to compare it with."""

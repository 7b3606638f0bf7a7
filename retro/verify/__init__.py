"""Verification of databases, and published numbers to compare them with."""

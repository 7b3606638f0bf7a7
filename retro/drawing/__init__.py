"""Drawings of boards as SVG."""

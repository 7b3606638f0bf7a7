"""Dots and boxes, for tests: who completes a box moves again, so turns do not alternate."""

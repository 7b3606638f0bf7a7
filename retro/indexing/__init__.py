"""Indices: from positions to slots 0..N-1 and back, and the enumeration of positions."""

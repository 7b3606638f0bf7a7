"""The records of a solved game for kernels: in memory as a whole, or page by page."""

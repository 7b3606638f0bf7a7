"""Records of a solved game for kernels, all in memory or page by page."""

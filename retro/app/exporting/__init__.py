"""Files for other programs: one small writer for each format, and what all of them write."""

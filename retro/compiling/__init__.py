"""From plain functions of a game to machine code, and what guards it."""

"""Nine men's morris: board, index, rules, text and plugin for the engine `retro`. See README.md."""

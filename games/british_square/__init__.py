"""British Square (1978): rules, text, a rule of thumb and plugin for the engine `retro`. See README.md."""

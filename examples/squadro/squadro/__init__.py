"""Squadro: rules, text and plugin for the engine `retro`. See README.md."""

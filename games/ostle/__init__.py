"""Ostle (雅ゲームス, 2017): rules, index, board text and plugin for the engine `retro`. See README.md."""

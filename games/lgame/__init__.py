"""The L-game for retro: Edward de Bono's game on a board of four by four squares."""

"""Odds of the five games: what the games share. Counting and kernels of a game are in its own folder."""

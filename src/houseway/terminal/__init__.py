"""A table in the terminal: it draws the felt, tells the moves, asks the player and seats bots beside him."""

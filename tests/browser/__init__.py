"""The web client in a real browser, against a house that is served here."""

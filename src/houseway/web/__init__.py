"""The house on the web: HTTP, one WebSocket for each client, and what stands before them. It stands on the house."""

"""The running house: live tables, the record, the ledger, the pit. It knows nothing of how it is reached."""

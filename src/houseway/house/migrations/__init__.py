"""The steps by which the database's schema came to be what it is. The store takes them when it is opened."""

LATEST = "0003"

"""The steps by which the database's schema came to be what it is. The store takes them when it is opened."""

LATEST = "0004"
PAGE = 500  # entries at a time, where a step reads the record: it may be longer than the memory

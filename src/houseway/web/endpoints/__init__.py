"""All that can be asked over HTTP, by subject."""

from houseway.web.endpoints import games, house, odds, people, pit, rounds, tables

ENDPOINTS = (
    *house.ENDPOINTS,
    *people.ENDPOINTS,
    *tables.ENDPOINTS,
    *rounds.ENDPOINTS,
    *games.ENDPOINTS,
    *odds.ENDPOINTS,
    *pit.ENDPOINTS,
)

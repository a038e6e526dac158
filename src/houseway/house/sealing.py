"""Cards sealed one by one: each place of the shoe has a hash of its own, so that some can be opened and others not.

Where folded hands stay private the seed of a shuffle is never shown. Instead a list of hashes is published before the
round, for place i of the shoe SHA-256(salt || card || i), the card and the place one byte each; the salt is
HMAC-SHA-256 of the place's byte with a key made of the seed. After the round a viewer is given salt and card of the
places that he may know. Whoever has them checks the hashes; nobody finds a card from its hash without the salt.

Cards that are cut again are sealed again, with a key of their own: a salt that served two lists would open in the first
what lay at its place before the cut, and now lies in somebody's hand.
"""

import hashlib
import hmac
import re
from collections.abc import Collection, Mapping, Sequence

import msgspec

from houseway.cards import Card, name, read_card
from houseway.shoe import Seed

_KEY = b"houseway sealed cards"
_SEALED = re.compile(r"# sealed (\d{1,3}) ([0-9a-f]{64})", re.ASCII)
_OPENED = re.compile(r"# opened (\d{1,3}) (\w\w) ([0-9a-f]{64})", re.ASCII)


class Opened(msgspec.Struct, frozen=True):
    """One place of the shoe that is open: its card, and the salt with which it was sealed."""

    place: int
    card: Card
    salt: str


def sealed(order: Sequence[Card], seed: Seed, again: int = 0) -> tuple[str, ...]:
    """The hashes of all places of a shoe, in its order: what is published before the round.

    `again`: how often this seed's cards were sealed before.
    """
    key = _key(seed, again)
    return tuple(_hash(_salt(key, place), card, place) for place, card in enumerate(order))


def opened(order: Sequence[Card], seed: Seed, known: Collection[Card], again: int = 0) -> tuple[Opened, ...]:
    """The places of those cards that a viewer may know. Every card is in such a shoe once."""
    key = _key(seed, again)
    return tuple(Opened(place, card, _salt(key, place).hex()) for place, card in enumerate(order) if card in known)


def verify(hashes: Sequence[str], places: Sequence[Opened]) -> list[str]:
    """What is wrong with the places that were opened, in words; nothing where all is as it was published."""
    told = []
    for one in places:
        if not 0 <= one.place < len(hashes):
            told.append(f"place {one.place} was not sealed")
        elif _hash(bytes.fromhex(one.salt), one.card, one.place) != hashes[one.place]:
            told.append(f"place {one.place} was not sealed as {name(one.card)}")
    cards = [one.card for one in places]
    told += [f"{name(card)} was opened twice" for card in sorted(set(cards)) if cards.count(card) > 1]
    return told


def written(hashes: Sequence[str], places: Sequence[Opened]) -> list[str]:
    """The lines of a round file that let anybody check the cards in it."""
    lines = [f"# sealed {place} {hashed}" for place, hashed in enumerate(hashes)]
    return lines + [f"# opened {one.place} {name(one.card)} {one.salt}" for one in places]


def read(text: str) -> tuple[tuple[str, ...], tuple[Opened, ...]]:
    """The hashes and the opened places of a round file."""
    hashes: Mapping[int, str] = {int(place): hashed for place, hashed in _SEALED.findall(text)}
    places = tuple(Opened(int(place), read_card(card), salt) for place, card, salt in _OPENED.findall(text))
    return tuple(hashes[place] for place in sorted(hashes)), places


def salt(seed: Seed, place: int, again: int = 0) -> bytes:
    """The salt of one place of the shoe."""
    return _salt(_key(seed, again), place)


def _key(seed: Seed, again: int) -> bytes:
    return hmac.digest(seed, _KEY + (f" {again}".encode() if again else b""), "sha256")


def _salt(key: bytes, place: int) -> bytes:
    return hmac.digest(key, bytes([place]), "sha256")


def _hash(salted: bytes, card: Card, place: int) -> str:
    return hashlib.sha256(salted + bytes([card, place])).hexdigest()

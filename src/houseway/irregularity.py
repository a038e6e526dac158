"""What goes wrong at a table, as the floor enters it: words, a moment and the clause that says what follows."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from houseway.refusal import Refusal
from houseway.rules import Device

Leaving = Device | Literal["deck"]  # what may leave the table after a round


class Irregularity(Exception):  # noqa: N818  (the rulebooks' word)
    """Something happened that the rulebook's irregularities section speaks of."""

    def __init__(self, kind: str, seat: int | None = None, number: int = 0, name: str = "") -> None:
        super().__init__(kind)
        self.kind = kind
        self.seat = seat
        self.number = number
        self.name = name


class Void(Exception):  # noqa: N818  (the rulebooks' word)
    """The round is void: every wager goes back (ruling G4)."""

    def __init__(self, clause: str, words: str) -> None:
        super().__init__(words)
        self.clause = clause
        self.words = words


class FaceUp(msgspec.Struct, frozen=True):
    """What a card found face up in the deck does: how many are put aside before the round is void."""

    clause: str
    allowed: int


class Kind(msgspec.Struct, frozen=True):
    """One irregularity a game knows: how the floor says it, which clause handles it, and when it strikes.

    `words` is a text with the places {seat}, {number} and {name}. `dealing`: it happens while the cards are dealt, so
    it must be known before; otherwise it happens where the round stands when it is entered. `ends`: the kinds of which
    there can be none after it, itself where it happens once; of the others, `unless` that is its number. `spoils`: the
    shuffle that lies ready, or its deck, is not dealt; a round file has the shuffle that replaces it.
    """

    kind: str
    words: str
    clause: str
    meaning: str
    dealing: bool = False
    ends: tuple[str, ...] = ()
    unless: int | None = None
    spoils: Literal["shuffle", "deck"] | None = None

    def said(self, irregularity: Irregularity) -> str:
        """The floor's words for an irregularity of this kind."""
        return self.words.format(seat=irregularity.seat, number=irregularity.number, name=irregularity.name)


Foreseen = tuple[Kind, Irregularity]


FACE_UP = "face up"
SHUFFLER_REMOVED = "The shuffler is removed; then the cards are shuffled by hand"
NO_SHUFFLER, NO_SHOE = "no_shuffler", "no_shoe"  # the device leaves the table, and is not there in the next rounds
WAITS = "waits"  # what the floor says in a round file where it lets a pause go by
SPEAKS_FIRST = "speaks first"  # and where a payout waits that was not validated before what it says next
VOIDED = Kind("void", "voids the round", "G4", "every wager, fee and coupon goes back")


# What the dealer says of a wager handled when no more bets are taken: it counts as it lay before.
HANDLED = {
    "late": "The late wager at seat {} is refused",
    "increased": "What was added to the wager at seat {} is refused",
    "withdrawn": "The wager withdrawn at seat {} stays and is settled",
}


def found_face_up(clause: str, meaning: str, *ends: str) -> Kind:
    """The floor's words for a card that lies face up in the shoe: the first of it, the second, and so on."""
    return Kind(FACE_UP, "finds card {number} face up", clause, meaning, dealing=True, ends=(FACE_UP, *ends))


def removed_shuffler(clause: str, *ends: str) -> Kind:
    """The floor's words for a shuffler that leaves the table; what one does that is there ends with it."""
    return Kind(
        NO_SHUFFLER,
        "removes the shuffler",
        clause,
        "only then is shuffled another way",
        dealing=True,
        ends=(*ends, NO_SHUFFLER),
    )


def removed_shoe(clause: str, meaning: str, jam: str) -> Kind:
    """The floor's words for an automated shoe that leaves the table, and jams no more."""
    return Kind(NO_SHOE, "removes the automated shoe", clause, meaning, dealing=True, ends=(jam, NO_SHOE))


def shuffler_jams(clause: str) -> Kind:
    """The floor's words for a shuffler that jams."""
    meaning = "the cards are reshuffled before the deal"
    return Kind("jam", "shuffler jams", clause, meaning, dealing=True, spoils="shuffle")


def handled_wagers(clause: str, withdrawn: str | None = None) -> tuple[Kind, ...]:
    """The floor's words for wagers made, increased or withdrawn too late, with the clauses that speak of it."""
    return (
        Kind("late", "finds a late wager at seat {seat}", clause, "it is refused"),
        Kind("increased", "finds a wager increased at seat {seat}", clause, "what was added is refused"),
        Kind("withdrawn", "finds a wager withdrawn at seat {seat}", withdrawn or clause, "it stays and is settled"),
    )


def check_wrong(foreseen: Irregularity, right: int, clause: str) -> None:
    """Refuse the right number of cards where a wrong one is meant."""
    if foreseen.number == right:
        cards = f"{right} cards are" if right > 1 else "one card is"
        raise Refusal(f"{cards} the correct number", clause)


def check_still(foreseen: Foreseen, before: Iterable[Foreseen]) -> None:
    """Refuse what cannot happen in a deal any more after something that was entered for it before."""
    kind, irregularity = foreseen
    for earlier, other in before:
        if _is_ended(irregularity, earlier, other):
            told = f"after '{earlier.said(other)}' there is no '{kind.said(irregularity)}' any more"
            raise Refusal(f"{told}: leave one of them out", earlier.clause)


def _is_ended(irregularity: Irregularity, kind: Kind, other: Irregularity) -> bool:
    if irregularity.kind not in kind.ends:
        return False
    if irregularity.kind == FACE_UP == other.kind:
        return irregularity.number == other.number
    if irregularity.kind == other.kind:  # once, whatever its number is
        return (irregularity.seat, irregularity.name) == (other.seat, other.name)
    if other.number == kind.unless:
        return False
    return irregularity.seat == other.seat or None in (irregularity.seat, other.seat)


def check_most(foreseen: Irregularity, most: int, clause: str) -> None:
    """Refuse more cards than the deck can give to a hand."""
    if foreseen.number > most:
        hand = f"seat {foreseen.seat}" if foreseen.seat is not None else "the dealer"
        raise Refusal(f"the deck has at most {most} cards for {hand}, not {foreseen.number}", clause)


def most_to(foreseen: Irregularity, hands: Mapping[int | None, int], deck: int) -> int:
    """The most cards that a hand can be dealt beside the others, where each of them gets what it gets."""
    return deck - sum(number for hand, number in hands.items() if hand != foreseen.seat)


def cards_to(seats: Sequence[int], right: int, dealing: Sequence[Irregularity]) -> dict[int | None, int]:
    """How many cards each seat and the dealer (None) are dealt, with the wrong numbers that the floor foresaw."""
    hands: dict[int | None, int] = dict.fromkeys((*seats, None), right)
    wrong = {foreseen.seat: foreseen.number for foreseen in reversed(dealing) if foreseen.kind == "miscount"}
    return hands | wrong


def read_floor(words: str, kinds: tuple[Kind, ...]) -> tuple[Kind, Irregularity]:
    """The irregularity that the floor's words name."""
    for kind in kinds:
        found = re.fullmatch(_pattern(kind.words), words.strip(), re.ASCII)
        if found:
            part = found.groupdict()
            seat = int(part["seat"]) if part.get("seat") else None
            return kind, Irregularity(kind.kind, seat, int(part.get("number") or 0), part.get("name") or "")
    raise Refusal(f"the floor does not know {words.strip()!r} here; 'houseway settle --help' lists what it knows")


def _pattern(words: str) -> str:
    text = re.escape(words).replace(r"\{", "{").replace(r"\}", "}").replace(r"\ ", r"\s+")
    text = text.replace("{seat}", r"(?P<seat>\d{1,2})").replace("{number}", r"(?P<number>\d{1,3})")
    return text.replace("{name}", r"(?P<name>\S+)")

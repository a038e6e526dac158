"""What a round file says of its shuffle, checked by whoever has the file, and by nothing but the file.

The cards were shuffled from a seed whose hash was published before; or, where hands stay private, each card of the shoe
was sealed for itself, and those are opened that the player may know. A seed gives many deals, one for each number of
cuts and for each card to begin with: the rules say which of them it is, or it is named as left open.
"""

import re
from collections.abc import Iterator, Sequence

import msgspec

from houseway.cards import UNKNOWN, Card, name
from houseway.house import sealing
from houseway.refusal import Refusal
from houseway.rounds import RoundFile
from houseway.shoe import commitment, read_seed, shuffled

_COMMITMENT = re.compile(r"# commitment ([0-9a-f]{64})")
_SEED = re.compile(r"# houseway (verify-shuffle ([0-9a-f]{64}) .*--cuts (\d{1,2}) .*)", re.ASCII)
_NUMBERS = re.compile(r"# the cards below are numbers (\d{1,3}) to (\d{1,3}) of that order", re.ASCII)
_SEALED = re.compile(r"# sealed (\d{1,3}) [0-9a-f]{64}", re.ASCII)
_LATER = "# the seed is shown when the shoe is done"


class NotYet(Refusal):
    """The file does not say enough to be checked."""

    exit_code = 1


class Checked(msgspec.Struct, frozen=True):
    """What was checked in a round file, and what is wrong with it; nothing where all is as it was published."""

    commitment: str
    cards: int  # whose places in the shoe were checked
    sealed: bool  # one by one
    wrong: tuple[str, ...]
    cuts: int | None = None  # with the numbers of the order what the file says; None where its cards were sealed
    first: int | None = None
    last: int | None = None
    left_open: tuple[str, ...] = ()  # what neither seed nor rules fix: only who was shown it before can compare it


class _Told(msgspec.Struct, frozen=True):
    """Which cards the file says that it has: of which seed, cut how often, from which number on to which."""

    line: str
    digits: str
    cuts: int
    first: int
    last: int


def check(text: str) -> Checked:
    """Check all that a round file says of its shuffle."""
    file = RoundFile(text)
    comments = [line.strip() for line in text.splitlines() if line.startswith("#")]
    published = _all(_COMMITMENT, comments)
    if len(published) != 1:
        raise NotYet("the file says nothing of its shuffle: only a round that a house dealt can be checked")
    if _all(_SEALED, comments):
        wrong = tuple(_wrong_sealed(comments, file, file.shoe.cards))
        known = [card for card in file.shoe.cards if card != UNKNOWN]
        return Checked(published[0][1], len(known), True, wrong)
    if _all(_SEED, comments):
        return _check_seed(comments, published[0][1], file)
    if _LATER in comments:
        raise NotYet("the shoe is dealt on, and its seed is shown when it is done: get the file again then")
    raise NotYet("the file has a commitment, but neither a seed nor sealed cards: it cannot be checked")


def cut_words(cuts: int) -> str:
    """How often cards were cut."""
    return ("not cut", "cut once", "cut twice")[cuts] if cuts < 3 else f"cut {cuts} times"


def wrong_cuts(cuts: int, file: RoundFile) -> Iterator[str]:
    """The cards were cut as often as the rules say: the seed gives another order for every number of cuts."""
    due = int(file.game.cut(file.rules))
    if cuts < due or (cuts > due and not _may_be_cut_again(file)):
        yield f"the cards were {cut_words(cuts)}; by the rules of this table they are {cut_words(due)}"


def _check_seed(comments: Sequence[str], published: str, file: RoundFile) -> Checked:
    cards, told = file.shoe.cards, _told(comments)
    if told is None:
        unsaid = "it is not said once which seed gave the cards, and which of its order they are"
        return Checked(published, len(cards), False, (unsaid,))
    wrong = (*_wrong_seed(told, published, file), *wrong_cuts(told.cuts, file), *_wrong_order(told, file, cards))
    return Checked(published, len(cards), False, wrong, told.cuts, told.first, told.last, tuple(_left_open(told, file)))


def _told(comments: Sequence[str]) -> _Told | None:
    lines, numbers = _all(_SEED, comments), _all(_NUMBERS, comments)
    if len(lines) != 1 or len(numbers) != 1:
        return None
    line, digits, cuts = lines[0].groups()
    return _Told(line, digits, int(cuts), int(numbers[0][1]), int(numbers[0][2]))


def _wrong_seed(told: _Told, published: str, file: RoundFile) -> Iterator[str]:
    """The seed has the hash that was published, and is told for the table of the file."""
    made = commitment(read_seed(told.digits))
    if made != published:
        yield f"the commitment {published} is not this seed's {made}"
    options = "".join(f" --rules {pair}" for pair in file.rules.differing())
    table = f"--game {file.game.name}{options}"
    wanted = f"verify-shuffle {told.digits} {table} --cuts {told.cuts} --commitment {published}"
    if told.line != wanted:
        yield f"the seed is told for another table than the file's, whose line would be: houseway {wanted}"


def _may_be_cut_again(file: RoundFile) -> bool:
    """May a supervisor have the cards cut more often? Cards that a device shuffles are not cut at all.

    A device that is taken off the table is no matter here: that is done at Pack's Poker alone, which has no cut.
    """
    return file.game.cut(file.rules) and file.game.day.recut is not None


def _wrong_order(told: _Told, file: RoundFile, faces: Sequence[Card]) -> Iterator[str]:
    """The seed gives the cards of the file at their numbers of its order."""
    order = shuffled(file.game.deck(file.rules), read_seed(told.digits), told.cuts)
    first, last = told.first, told.last
    if not 1 <= first <= last <= len(order) or last - first + 1 != len(faces):
        yield f"the {len(faces)} cards of the file are not the numbers {first} to {last} of {len(order)}"
        return
    if file.game.cut_card is None and last - first + 1 != len(order):
        yield f"every round has a shuffle of its own here, numbers 1 to {len(order)}: the file has {first} to {last}"
    for number, (shown, dealt) in enumerate(zip(faces, order[first - 1 : last], strict=True), first):
        if shown != dealt:
            yield f"number {number} of the order is {name(dealt)}, the file has {name(shown)}"
    if file.shoe.ends is not None and last != len(order):
        yield f"the file says that the shoe ends with number {last} of an order of {len(order)}"


def _left_open(told: _Told, file: RoundFile) -> Iterator[str]:
    """A re-cut and what rounds before have taken out of the shoe are shown before the deal, and bound by that alone."""
    if _may_be_cut_again(file):
        yield cut_words(told.cuts)
    if file.game.cut_card is not None:
        yield f"numbers {told.first} to {told.last} of its shuffle"


def _wrong_sealed(comments: Sequence[str], file: RoundFile, faces: Sequence[Card]) -> Iterator[str]:
    """Every card that is opened was sealed so; every face that the file names is an open one, in its place."""
    hashes, places = sealing.read("\n".join(comments))
    cards = len(file.game.deck(file.rules))
    if [int(found[1]) for found in _all(_SEALED, comments)] != list(range(cards)) or len(faces) != cards:
        yield f"the file has not each of the shoe's {cards} places once, sealed and as a card"
        return
    yield from sealing.verify(hashes, places)
    opened = {one.place: one.card for one in places}
    for place, shown in enumerate(faces):
        if shown != opened.get(place, UNKNOWN):
            meant = f"was opened as {name(opened[place])}" if place in opened else "was not opened"
            yield f"place {place} {meant}, the file has {name(shown)}"
    for event in file.events:
        for card in event.act.cards if event.act is not None else ():
            if card not in opened.values():
                yield f"line {event.line} names {name(card)}, which was not opened"


def _all(pattern: re.Pattern[str], comments: Sequence[str]) -> list[re.Match[str]]:
    return [found for found in map(pattern.fullmatch, comments) if found]

"""What a round file says of its shuffle, checked by whoever has the file, and by nothing but the file.

The cards were shuffled from a seed whose hash was published before; or, where hands stay private, each card of the shoe
was sealed for itself, and those are opened that the player may know.
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
        wrong = tuple(_wrong_seed(comments, published[0][1], file, file.shoe.cards))
        return Checked(published[0][1], len(file.shoe.cards), False, wrong)
    if _LATER in comments:
        raise NotYet("the shoe is dealt on, and its seed is shown when it is done: get the file again then")
    raise NotYet("the file has a commitment, but neither a seed nor sealed cards: it cannot be checked")


def _wrong_seed(comments: Sequence[str], published: str, file: RoundFile, faces: Sequence[Card]) -> Iterator[str]:
    """The seed has the hash that was published, and gives the cards of the file at their numbers of its order."""
    lines, numbers = _all(_SEED, comments), _all(_NUMBERS, comments)
    if len(lines) != 1 or len(numbers) != 1:
        yield "it is not said once which seed gave the cards, and which of its order they are"
        return
    line, digits, cuts = lines[0].groups()
    seed = read_seed(digits)
    if commitment(seed) != published:
        yield f"the commitment {published} is not this seed's {commitment(seed)}"
    options = "".join(f" --rules {pair}" for pair in file.rules.differing())
    wanted = f"verify-shuffle {digits} --game {file.game.name}{options} --cuts {cuts} --commitment {published}"
    if line != wanted:
        yield f"the seed is told for another table than the file's, whose line would be: houseway {wanted}"
    order = shuffled(file.game.deck(file.rules), seed, int(cuts))
    first, last = (int(number) for number in numbers[0].groups())
    if not 1 <= first <= last <= len(order) or last - first + 1 != len(faces):
        yield f"the {len(faces)} cards of the file are not the numbers {first} to {last} of {len(order)}"
        return
    for number, (shown, dealt) in enumerate(zip(faces, order[first - 1 : last], strict=True), first):
        if shown != dealt:
            yield f"number {number} of the order is {name(dealt)}, the file has {name(shown)}"
    if file.shoe.ends is not None and last != len(order):
        yield f"the file says that the shoe ends with number {last} of an order of {len(order)}"


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

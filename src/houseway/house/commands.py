"""Commands: what somebody asks a table to do. Everything that changes a table is one of these.

They are what clients send, so every number is a bounded integer and every text is bounded: a value that is not exactly
of its type is refused before anything looks at it.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from houseway.cards import JOKER
from houseway.money import MOST

# A pattern ends where nothing follows: `$` would let a line end pass.
_END = r"(?![\s\S])"
# A reason is a line that can be read: something on it, no break in it, nothing that turns the order of the rest.
_BROKEN = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
_UNSEEN = (
    r" \u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200d\u202f\u205f-\u2065\u206a-\u206f\u2800"
    r"\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\ufffe\uffff"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_READABLE = rf"^[{_UNSEEN}]*[^{_BROKEN}{_UNSEEN}][^{_BROKEN}]*" + _END

_MOST = f"${MOST // 100:,}"

# What a type wants is said by its description: in the documents, and to who sends something else (`wanted`).
Cents = Annotated[int, Meta(ge=0, le=MOST, description=f"an amount in whole cents from $0 to {_MOST}")]
Chips = Annotated[int, Meta(ge=1, le=MOST, description=f"an amount in whole cents from $0.01 to {_MOST}")]
Seat = Annotated[int, Meta(ge=1, le=9, description="a seat from 1 to 9")]
RoundNumber = Annotated[int, Meta(ge=1, le=2**53)]
Nth = Annotated[int, Meta(ge=1, le=99)]
Name = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z][A-Za-z0-9_]{1,23}" + _END,
        description="a name of 2 to 24 letters, digits or _, a letter first",
    ),
]
Person = Annotated[  # a player, or a bot of the house
    str,
    Meta(
        pattern=r"^[A-Za-z][A-Za-z0-9_-]{1,31}" + _END,
        description="a name of 2 to 32 letters, digits, _ or -, a letter first",
    ),
]
Word = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9_ ]{0,31}" + _END,
        description="a word of at most 32 small letters, digits, _ or blanks, a letter first",
    ),
]
Words = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=120,
        pattern=r"^[\x20-\x7e]+" + _END,
        description="one line of 1 to 120 letters, digits and signs of ASCII",
    ),
]
Option = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9_]{0,31}=[ -~]{1,32}" + _END,
        description="a rule as KEY=VALUE, like ante_min=5",
    ),
]
Reason = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        pattern=_READABLE,
        description="one line of 1 to 200 characters that can be read",
    ),
]
Card = Annotated[int, Meta(ge=0, le=JOKER, description=f"a card as a number from 0 to {JOKER}")]
Hand = Annotated[tuple[Card, ...], Meta(max_length=24)]
Groups = Annotated[tuple[Hand, ...], Meta(max_length=8)]

Role = Literal["player", "dealer", "floorperson", "supervisor", "auditor", "administrator"]


class Actor(Struct, frozen=True):
    """Who asks: an account, in a role. The dealer is the house itself: the clock speaks in that role."""

    name: str
    role: Role
    bot: bool = False


CLOCK = Actor("clock", "dealer")


class Asked(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """What all commands share: `do` says which it is."""


class Sit(Asked, frozen=True, tag="sit"):
    """Take a free position, with chips bought from the wallet."""

    seat: Seat
    chips: Chips


class Back(Asked, frozen=True, tag="back"):
    """Stand behind a spot to wager there, where the rulebook allows it."""

    seat: Seat
    chips: Chips


class BuyChips(Asked, frozen=True, tag="buy chips"):
    """More chips from the wallet; not for somebody who is in the round."""

    chips: Chips


class Wager(Asked, frozen=True, tag="wager", omit_defaults=True):
    """Make a wager, change it, or with nothing take it back, until "No more bets"; a match play coupon may lie upon it.

    It says all of the wager: what lay upon it and is not named goes back to who holds it.
    """

    seat: Seat
    wager: Word
    amount: Cents
    coupon: Cents = 0


class Consent(Asked, frozen=True, tag="consent"):
    """The first bettor of a spot lets another wager there, or does not (50.7(a))."""

    player: Person
    allowed: bool


class Ready(Asked, frozen=True, tag="ready"):
    """My wagers lie, or I make none in this round: deal as soon as all are ready."""

    ready: bool = True


class Decide(Asked, frozen=True, tag="decide"):
    """The answer to what is asked. A seat is named by one who calls for more than one."""

    verb: Word
    amount: Cents | None = None
    cards: Hand = ()
    groups: Groups = ()
    seat: Seat | None = None


class Leave(Asked, frozen=True, tag="leave"):
    """Take the chips and give the seat up. In a round the house acts for the player (G6), who leaves at its end."""


class AddBot(Asked, frozen=True, tag="add bot"):
    """A bot of the house takes a free position and plays by a strategy of the game. The floor gives a reason for it."""

    seat: Seat
    strategy: Word = "simple"
    reason: Reason | UnsetType = UNSET


class DismissBot(Asked, frozen=True, tag="dismiss bot"):
    """A bot of the house leaves; in a round, as soon as it is over. The floor gives a reason for it."""

    seat: Seat
    reason: Reason | UnsetType = UNSET


class OpenTable(Asked, frozen=True, tag="open table"):
    """Open the table by its rulebook's procedure, with a fill of its inventory from the cage."""

    inventory: Cents
    reason: Reason


class CloseTable(Asked, frozen=True, tag="close table"):
    """Close the table, in a round as soon as it is over: everybody has his chips back."""

    reason: Reason


class ChooseRules(Asked, frozen=True, tag="choose rules"):
    """Other options and pay tables; they are in force from the next round on."""

    rules: Annotated[tuple[Option, ...], Meta(max_length=64)]
    reason: Reason


class Fill(Asked, frozen=True, tag="fill"):
    """Whole chips from the cage into the table inventory."""

    amount: Chips
    reason: Reason


class Credit(Asked, frozen=True, tag="credit"):
    """Chips from the table inventory back to the cage: whole ones, or all that lie there."""

    amount: Chips
    reason: Reason


class CountDrop(Asked, frozen=True, tag="count drop"):
    """The drop box is taken from the table and counted: what is in it goes to the cage."""

    reason: Reason


class CollectCommission(Asked, frozen=True, tag="collect commission"):
    """What the table has taken of pots goes to the cage."""

    reason: Reason


class Payout(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A payout that waits for a supervisor: in which round, of which seat, on which wager.

    `nth`: which of those upon that wager he has to look at, as split hands and those behind a spot have them.
    """

    round: RoundNumber
    seat: Seat
    wager: Word
    nth: Nth = 1


class Validate(Asked, frozen=True, tag="validate", omit_defaults=True):
    """A jackpot or a large payout is validated, or refused (ruling G5).

    `of`: the one that is meant, so that no other is decided by this; without it, whichever waits.
    """

    granted: bool
    reason: Reason
    of: Payout | None = None  # where nobody named it, the record says nothing of it


class Report(Asked, frozen=True, tag="report"):
    """An irregularity, in the floor's words that `houseway settle --help` lists.

    `taken_back`: what was entered in these words for the deal that comes does not happen.
    """

    words: Words
    reason: Reason
    taken_back: bool = False


class Recut(Asked, frozen=True, tag="recut"):
    """The cards are cut once more, before the first of them is dealt."""

    reason: Reason


class VoidRound(Asked, frozen=True, tag="void round"):
    """The round is void and all wagers go back (ruling G4)."""

    reason: Reason


class MakeLeave(Asked, frozen=True, tag="make leave"):
    """Somebody has to leave, and is kept away from the table; in a round the house acts for him from now on."""

    player: Person
    reason: Reason


class AllowBack(Asked, frozen=True, tag="allow back"):
    """Somebody who was made to leave may come to the table again."""

    player: Person
    reason: Reason


class ChangeCards(Asked, frozen=True, tag="change cards"):
    """Decks leave the table and new ones are opened: those whose time is over or, where none is, all."""

    reason: Reason


class Clock(Asked, frozen=True, tag="clock"):
    """The time of the deadline has come."""


class Resume(Asked, frozen=True, tag="resume"):
    """The house stood still: whoever is asked has his whole time again."""


class CheckPresence(Asked, frozen=True, tag="presence"):
    """Note a connection that came or went, or that a player has been away for as long as a seat is kept."""


class Abandon(Asked, frozen=True, tag="abandon"):
    """The house cannot go on with the round, which its record does not bring back: it is void (ruling G4)."""


Command = (
    Sit
    | Back
    | BuyChips
    | Wager
    | Consent
    | Ready
    | Decide
    | Leave
    | AddBot
    | DismissBot
    | OpenTable
    | CloseTable
    | ChooseRules
    | Fill
    | Credit
    | CountDrop
    | CollectCommission
    | Validate
    | Report
    | Recut
    | VoidRound
    | MakeLeave
    | AllowBack
    | ChangeCards
    | Clock
    | Resume
    | CheckPresence
    | Abandon
)

_PLAYERS: frozenset[Role] = frozenset({"player"})
_FLOOR: frozenset[Role] = frozenset({"floorperson", "supervisor"})
_SUPERVISOR: frozenset[Role] = frozenset({"supervisor"})
_HEADS: frozenset[Role] = frozenset({"supervisor", "administrator"})
_HOUSE: frozenset[Role] = frozenset({"dealer"})

# Who may ask for what. An auditor looks and asks for nothing; an administrator is no dealer and no supervisor.
MAY: dict[type[Asked], frozenset[Role]] = {
    **dict.fromkeys((Sit, Back, BuyChips, Wager, Consent, Ready, Decide, Leave), _PLAYERS),
    **dict.fromkeys((AddBot, DismissBot), _PLAYERS | _FLOOR),
    **dict.fromkeys((OpenTable, CloseTable), _HEADS),
    **dict.fromkeys((ChooseRules, Fill, Credit, CountDrop, CollectCommission), _SUPERVISOR),
    **dict.fromkeys((Validate, Recut, VoidRound), _SUPERVISOR),
    **dict.fromkeys((Report, MakeLeave, AllowBack, ChangeCards), _FLOOR),
    **dict.fromkeys((Clock, Resume, CheckPresence, Abandon), _HOUSE),
}


def may(role: Role, command: Command) -> bool:
    """Is this command one of the role's?"""
    return role in MAY[type(command)]

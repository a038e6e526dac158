"""Sensible play at Ultimate 8 Poker for bots: get rid of many cards at a time, wager on hands that need few lays."""

from collections.abc import Iterable, Mapping

import msgspec

from houseway.asks import Act, Choice, Choices
from houseway.cards import Card
from houseway.games.ultimate8.betting import CLAUSES as BETTING
from houseway.games.ultimate8.hands import Play
from houseway.games.ultimate8.standing import BETS, HAND
from houseway.money import Cents
from houseway.procedure import Strategy, View

CHECK, CALL, FOLD, PASS = Act("check"), Act("call"), Act("fold"), Act("pass")
LITTLE = 2  # main antes, which some call who would not call more

_CLUBS = sum(1 << card for card in range(0, 52, 4))
_SUITS = tuple(_CLUBS << suit for suit in range(4))


class Temper(msgspec.Struct, frozen=True):
    """How somebody wagers: what his hand must have to spare, in lays, before he does what.

    A hand has lays to spare if it needs fewer than three in the first betting round, than two in the second, than one
    in the third: each round of discarding takes a lay or more off every hand.
    """

    bets: int
    raises: int
    calls: int
    calls_little: int  # two main antes or less
    pot_sized: bool  # bets and raises what lies in the pots, else two main antes and two more for each lay to spare
    most: int  # main antes in one bet or raise


# At a table of six that calls everything, hands of three lays or fewer (one in eight) win nearly half of the rounds,
# those of four about one in six, the others one in eleven.
TEMPERS = {
    "simple": Temper(bets=0, raises=1, calls=0, calls_little=-1, pot_sized=False, most=6),
    "tight": Temper(bets=0, raises=1, calls=0, calls_little=0, pot_sized=False, most=6),
    "bold": Temper(bets=-1, raises=1, calls=0, calls_little=0, pot_sized=True, most=50),
}


def player(temper: Temper) -> Strategy:
    """Lay what leaves the fewest lays to come, pass rather than break what belongs together; wager by temper."""

    def play(view: View, choices: Choices) -> Act:
        first = choices.options[0]
        if first.verb == "pass":
            return PASS
        held = bits(view.felt.cards(HAND[view.seat]))
        if first.verb != "lay":
            return wager(view, choices, held, temper)
        best, lays_left = thriftiest(first.plays or (), held)
        if len(choices.options) > 1 and lays_left >= lays_needed(held):
            return PASS
        return Act("lay", cards=best)

    return play


def thriftiest(plays: tuple[Play, ...], held: int) -> tuple[Play, int]:
    """The play that leaves the fewest lays, of these the longest, of these the lowest; and how many it leaves."""
    best: Play = ()
    fewest = 9
    for play in plays:
        lays = lays_needed(held & ~bits(play))
        if lays < fewest or (lays == fewest and len(play) > len(best)):
            best, fewest = play, lays
    return best, fewest


def wager(view: View, choices: Choices, held: int, temper: Temper) -> Act:
    """Bet, raise or call with a hand that few enough lays get rid of; fold the others to a wager."""
    number, ante = BETTING.index(view.ask.clause), view.rules.main_ante
    spare = 4 - number - lays_needed(held)
    raising = choices.choice("raise") or choices.choice("bet")
    if raising and spare >= (temper.bets if raising.verb == "bet" else temper.raises):
        amount = in_the_pots(view, number) if temper.pot_sized else (2 + 2 * spare) * ante
        return Act(raising.verb, within(raising, min(amount, temper.most * ante)))
    if choices.options[0].verb == "check":
        return CHECK
    enough = temper.calls_little if to_call(view, number) <= LITTLE * ante else temper.calls
    return CALL if spare >= enough else FOLD


def lays_needed(held: int) -> int:
    """About how many lays get rid of these cards: a flush for each suit of three or more, the other ranks singly."""
    lays = 0
    for suit in _SUITS:
        if (held & suit).bit_count() > 2:
            lays += 1
            held &= ~suit
    held |= held >> 1
    held |= held >> 2
    return lays + (held & _CLUBS).bit_count()


def bits(cards: Iterable[Card]) -> int:
    """The cards as bits of one number."""
    number = 0
    for card in cards:
        number |= 1 << card
    return number


def to_call(view: View, number: int) -> Cents:
    lying = [view.felt.stake(bet) for bet in BETS[number]]
    return max(lying) - lying[view.seat]


def in_the_pots(view: View, number: int) -> Cents:
    """All that has been wagered in this round of play, the ace pot aside."""
    gathered = sum([amount for area, amount in view.felt.chips.items() if area.startswith("pot/")])
    return gathered + sum([view.felt.stake(bet) for bet in BETS[number]])


def within(choice: Choice, amount: Cents) -> Cents:
    assert choice.low is not None
    assert choice.high is not None
    return max(choice.low, min(amount, choice.high))


STRATEGIES: Mapping[str, Strategy] = {name: player(temper) for name, temper in TEMPERS.items()}
simple = STRATEGIES["simple"]

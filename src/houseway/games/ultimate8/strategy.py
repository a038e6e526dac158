"""Sensible play at Ultimate 8 Poker for bots: get rid of many cards at a time, wager on hands that need few lays."""

from collections.abc import Iterable

from houseway.asks import Act, Choice, Choices
from houseway.cards import Card
from houseway.games.ultimate8.betting import CLAUSES as BETTING
from houseway.games.ultimate8.hands import Play
from houseway.games.ultimate8.standing import BETS, HAND
from houseway.money import Cents
from houseway.procedure import View

CHECK, CALL, FOLD, PASS = Act("check"), Act("call"), Act("fold"), Act("pass")

_CLUBS = sum(1 << card for card in range(0, 52, 4))
_SUITS = tuple(_CLUBS << suit for suit in range(4))


def simple(view: View, choices: Choices) -> Act:
    """Lay what leaves the fewest lays to come, and pass rather than break what belongs together."""
    first = choices.options[0]
    if first.verb == "pass":
        return PASS
    held = bits(view.felt.cards(HAND[view.seat]))
    if first.verb != "lay":
        return wager(view, choices, held)
    play, lays_left = thriftiest(first.plays or (), held)
    if len(choices.options) > 1 and lays_left >= lays_needed(held):
        return PASS
    return Act("lay", cards=play)


def thriftiest(plays: tuple[Play, ...], held: int) -> tuple[Play, int]:
    """The play that leaves the fewest lays, of these the longest, of these the lowest; and how many it leaves."""
    best: Play = ()
    fewest = 9
    for play in plays:
        lays = lays_needed(held & ~bits(play))
        if lays < fewest or (lays == fewest and len(play) > len(best)):
            best, fewest = play, lays
    return best, fewest


def wager(view: View, choices: Choices, held: int) -> Act:
    """Bet and raise with a hand that few lays get rid of, call with one more, fold the others to a wager.

    At a table of six that calls everything, hands of three lays or fewer (one in eight) win nearly half of the rounds,
    those of four about one in six, the others one in eleven.
    """
    number, ante = BETTING.index(view.ask.clause), view.rules.main_ante
    spare = 4 - number - lays_needed(held)  # each round of discarding takes a lay or more off every hand
    raising = choices.choice("raise") or choices.choice("bet")
    if raising and (spare > 0 or (spare == 0 and raising.verb == "bet")):
        return Act(raising.verb, within(raising, (2 + 2 * spare) * ante))
    if choices.options[0].verb == "check":
        return CHECK
    cheap = to_call(view, number) <= 2 * ante
    return CALL if spare >= 0 or (spare == -1 and cheap) else FOLD


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


def within(choice: Choice, amount: Cents) -> Cents:
    assert choice.low is not None
    assert choice.high is not None
    return max(choice.low, min(amount, choice.high))

"""Sensible play at Ultimate 8 Poker for bots: get rid of many cards at a time, wager on hands that need few lays."""

from houseway.asks import Act, Choice, Choices
from houseway.cards import Card
from houseway.games.ultimate8.betting import CLAUSES as BETTING
from houseway.games.ultimate8.hands import Play
from houseway.games.ultimate8.standing import BETS, HAND
from houseway.money import Cents
from houseway.procedure import View

CHECK, CALL, FOLD, PASS = Act("check"), Act("call"), Act("fold"), Act("pass")


def simple(view: View, choices: Choices) -> Act:
    """Bet and lay by the cards in the hand and the wager it faces."""
    first = choices.options[0]
    if first.verb == "pass":
        return PASS
    hand = view.felt.cards(HAND[view.seat])
    if first.verb == "lay":
        play = chosen(first.plays or (), hand, must=len(choices.options) == 1)
        return Act("lay", cards=play) if play else PASS
    return wager(view, choices, hand)


def chosen(plays: tuple[Play, ...], hand: list[Card], must: bool) -> Play | None:
    """The longest pattern, of these the lowest; with one or two cards only what breaks no pair, or else nothing."""
    longest = max(plays, key=len)
    if len(longest) > 2 or len(longest) == len(hand):
        return longest
    ranks = [card >> 2 for card in hand]
    for play in plays:
        if ranks.count(play[0] >> 2) == len(play):
            return play
    return longest if must else None


def wager(view: View, choices: Choices, hand: list[Card]) -> Act:
    """Bet and raise with a hand that few lays get rid of, call with one more, fold the others to a wager.

    At a table of six that calls everything, hands of three lays or fewer (one in eight) win nearly half of the rounds,
    those of four about one in six, the others one in eleven.
    """
    number, ante = BETTING.index(view.ask.clause), view.rules.main_ante
    spare = 4 - number - lays_needed(hand)  # each round of discarding takes a lay or more off every hand
    raising = choices.choice("raise") or choices.choice("bet")
    if raising and (spare > 0 or (spare == 0 and raising.verb == "bet")):
        return Act(raising.verb, within(raising, (2 + 2 * spare) * ante))
    if choices.options[0].verb == "check":
        return CHECK
    cheap = to_call(view, number) <= 2 * ante
    return CALL if spare >= 0 or (spare == -1 and cheap) else FOLD


def lays_needed(hand: list[Card]) -> int:
    """About how many lays get rid of the hand: a flush for each suit of three or more, the other ranks one by one."""
    suits = [card & 3 for card in hand]
    flushes = [suit for suit in range(4) if suits.count(suit) > 2]
    return len(flushes) + len({card >> 2 for card in hand if card & 3 not in flushes})


def to_call(view: View, number: int) -> Cents:
    lying = [view.felt.stake(bet) for bet in BETS[number]]
    return max(lying) - lying[view.seat]


def within(choice: Choice, amount: Cents) -> Cents:
    assert choice.low is not None
    assert choice.high is not None
    return max(choice.low, min(amount, choice.high))

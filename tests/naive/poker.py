"""Five-card poker by looking at every five cards (13:69F-38.5 and 43.5 rank hands alike)."""

from itertools import combinations

RANKS = "23456789TJQKA"

HIGH_CARD = 0
ONE_PAIR = 1
TWO_PAIR = 2
THREE_OF_A_KIND = 3
STRAIGHT = 4
FLUSH = 5
FULL_HOUSE = 6
FOUR_OF_A_KIND = 7
STRAIGHT_FLUSH = 8
ROYAL_FLUSH = 9

Cards = tuple[str, ...]
Rank = tuple[int, ...]


def value(card: str) -> int:
    """2 to 14, the ace high."""
    return RANKS.index(card[0]) + 2


def cards_of(text: str) -> Cards:
    """The cards of a text such as 'As Kd 4c'."""
    return tuple(text.split())


def same_suit(cards: Cards) -> bool:
    return len({card[1] for card in cards}) == 1


def straight_high(five: Cards) -> int | None:
    """The highest value of a five-card straight, 5 when the ace is low, None when there is no straight."""
    values = sorted(value(card) for card in five)
    if values == [2, 3, 4, 5, 14]:
        return 5
    if values == list(range(values[0], values[0] + 5)):
        return values[4]
    return None


def category(five: Cards) -> int:
    """The poker hand that exactly five cards are."""
    assert len(five) == 5
    values = [value(card) for card in five]
    counts = sorted((values.count(v) for v in set(values)), reverse=True)
    high = straight_high(five)
    if high is not None and same_suit(five):
        return ROYAL_FLUSH if high == 14 else STRAIGHT_FLUSH
    if counts == [4, 1]:
        return FOUR_OF_A_KIND
    if counts == [3, 2]:
        return FULL_HOUSE
    if same_suit(five):
        return FLUSH
    if high is not None:
        return STRAIGHT
    by_counts = {(3, 1, 1): THREE_OF_A_KIND, (2, 2, 1): TWO_PAIR, (2, 1, 1, 1): ONE_PAIR}
    return by_counts.get(tuple(counts), HIGH_CARD)


def rank_five(five: Cards) -> Rank:
    """A tuple that is larger for the higher hand and equal for a tie."""
    kind = category(five)
    high = straight_high(five)
    if high is not None:
        return (kind, high)
    values = [value(card) for card in five]
    return (kind, *sorted(values, key=lambda v: (values.count(v), v), reverse=True))


def rank_best(cards: Cards) -> Rank:
    """The rank of the highest five-card hand in five or more cards."""
    return max(rank_five(five) for five in combinations(cards, 5))


def best_fives(cards: Cards) -> list[Cards]:
    """Every choice of five cards that ranks as high as any."""
    best = rank_best(cards)
    return [five for five in combinations(cards, 5) if rank_five(five) == best]

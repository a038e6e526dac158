"""Lucky 8's, 13:69F-50.6: the House Way by every partition, and the settlement of one bettor."""

from collections.abc import Iterator

from naive import Line

Group = tuple[str, ...]
Setting = tuple[tuple[Group, ...], Group]

# 50.6(n): natural 8s and jokers -> odds to 1, for pay tables 1 to 5.
BONUS = {
    2: (1, 1, 1, 1, 1),
    3: (2, 2, 2, 2, 2),
    4: (5, 5, 5, 5, 5),
    5: (40, 40, 40, 40, 40),
    6: (250, 500, 500, 500, 500),
    7: (500, 1_000, 1_000, 1_000, 1_000),
    8: (1_000, 5_000, 10_000, 25_000, 200_000),
}


def points(card: str) -> int:
    """50.2(b): the ace is 1, a joker 8, the others their face."""
    if card == "Jk":
        return 8
    return 1 if card[0] == "A" else int(card[0])


def is_lucky(card: str) -> bool:
    """A natural 8 or a joker."""
    return card == "Jk" or card[0] == "8"


def settings(cards: Group) -> Iterator[Setting]:
    """Every way to lay cards out as groups of exactly 8 and side cards."""
    if not cards:
        yield (), ()
        return
    first, rest = cards[0], cards[1:]
    for groups, side in settings(rest):
        yield groups, (first, *side)
    for group, left in groups_with(first, rest):
        for groups, side in settings(left):
            yield (group, *groups), side


def house_way(cards: Group) -> Setting:
    """Most hands of 8, then fewest side cards: 50.6(j)."""
    return max(settings(cards), key=lambda setting: (len(setting[0]), -len(setting[1])))


def settle(
    player_cards: Group,
    groups: tuple[Group, ...] | None,
    plays: bool,
    ante: int,
    bonus: int,
    dealer_cards: Group,
    bonus_table: int = 1,
    coupon: int = 0,
    folded_bonus: str = "stays",
    misdealt_dealer_bonus: str = "settled",
) -> list[Line]:
    """One bettor's wagers; groups None is a hand set House Way (ruling L1).

    A match play coupon on the Ante wins what chips would (ruling G2). The last two are the readings of rulings L2, L5.
    """
    if len(player_cards) != 8:
        stakes = [("ante", ante), ("bonus", bonus)]
        return [Line(wager, stake, 0, "50.9(c)") for wager, stake in stakes if stake]
    lines = []
    if len(dealer_cards) != 8:
        lines.append(Line("ante", ante, 0, "50.9(d)"))
        if plays:
            lines.append(Line("in_to_win", ante, 0, "50.9(d)"))
    elif not plays:
        lines.append(Line("ante", ante, -ante, "50.6(h)"))
    elif not any(is_lucky(card) for card in dealer_cards):
        lines.append(Line("ante", ante, ante + coupon, "50.6(l)"))
        lines.append(Line("in_to_win", ante, 0, "50.6(l)"))
    else:
        wins, clause = compare(counts(player_cards, groups), counts(dealer_cards, None))
        lines.append(Line("ante", ante, ante + coupon if wins else -ante, clause))
        lines.append(Line("in_to_win", ante, ante if wins else -ante, clause))
    if bonus:
        net = bonus_net(player_cards, bonus, bonus_table)
        if not plays and folded_bonus == "lost":
            net, clause = -bonus, "50.6(h)"
        else:
            clause = "50.6(n)"
        if net < 0 and len(dealer_cards) != 8 and misdealt_dealer_bonus == "paid_only":
            net, clause = 0, "50.9(d)"
        lines.append(Line("bonus", bonus, net, clause))
    return lines


def compare(player: tuple[int, int], dealer: tuple[int, int]) -> tuple[bool, str]:
    """Whether the player wins, and the item of 50.6(m) that decides; a side is (hands of 8, side cards)."""
    if player[0] > dealer[0]:
        return True, "50.6(m)1"
    if player[0] < dealer[0]:
        return False, "50.6(m)2"
    if player[1] != dealer[1]:
        return player[1] < dealer[1], "50.6(m)3"
    return False, "50.6(m)4"


def counts(cards: Group, groups: tuple[Group, ...] | None) -> tuple[int, int]:
    """Hands of 8 and side cards of a hand as set."""
    if groups is None:
        groups, side = house_way(cards)
        return len(groups), len(side)
    left = list(cards)
    for group in groups:
        assert sum(points(card) for card in group) == 8, f"{group} does not add up to 8"
        for card in group:
            left.remove(card)
    return len(groups), len(left)


def bonus_net(cards: Group, bonus: int, table: int) -> int:
    """50.6(n), to 1, on all eight cards however they were set (rulings L3, L7)."""
    lucky = sum(1 for card in cards if is_lucky(card))
    return bonus * BONUS[lucky][table - 1] if lucky in BONUS else -bonus


def groups_with(first: str, rest: Group) -> Iterator[tuple[Group, Group]]:
    """Every group of 8 that holds first, with the cards it leaves."""
    for mask in range(2 ** len(rest)):
        taken = tuple(card for i, card in enumerate(rest) if mask >> i & 1)
        if points(first) + sum(points(card) for card in taken) == 8:
            yield (first, *taken), tuple(card for i, card in enumerate(rest) if not mask >> i & 1)

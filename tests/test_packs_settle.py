"""Settlement of Pack's Poker against the naive settlement: all tables, all options, meters from pack to pack."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway.cards import DECK, Card, name, read_cards
from houseway.games.packs import GAME
from houseway.games.packs.rules import Rules, bonuses
from houseway.games.packs.settle import Open, prize_from_meter, settle_pack
from houseway.procedure import Round, Setup, play_out
from houseway.shoe import stacked
from houseway.table import Placed
from naive import Line
from naive import packs as naive
from naive.packs import Bonus

KINDS = ("pack", "five_card", "seven_card")


class Dealt(NamedTuple):
    """What each seat, the dealer and the packs have."""

    hands: dict[int, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    packs: tuple[tuple[Card, ...], ...]

    def order(self) -> list[Card]:
        """The cards as they leave the shoe, five consecutive ones to each player and the dealer."""
        return [card for part in (*self.hands.values(), self.dealer, *self.packs) for card in part]


# Packs and hands with which somebody, or two, have a line that the meter pays; x and y are two suits.
SCENES = [
    ("9x 8x", ["Ax Kx Qx Jx Tx"]),
    ("9x 2y", ["Ax Kx Qx Jx Tx"]),
    ("Kx 9x", ["Ax Qx Jx Tx 2y"]),
    ("9x 9y", ["Ax Kx Qx Jx Tx", "Ay Ky Qy Jy Ty"]),
    ("8x 9x", ["3x 4x 5x 6x 7x", "Tx Jx Qx Kx Ax"]),
    ("9x Tx", ["Ax Kx Qx Jx 2y", "4x 5x 6x 7x 8x"]),
    ("6x 7x", ["Ax 2x 3x 4x 5x", "8x 9x Tx Jx Qx"]),
    ("4x 4y", ["Ax Kx Qx Jx Tx", "Ky Qy Jy Ty 9y"]),
]


@st.composite
def deals(draw: st.DrawFn) -> Dealt:
    """Any deal; in most of them one pack and one or two hands come from a scene, so that jackpots happen."""
    seats = draw(st.permutations(range(1, 7)))[: draw(st.integers(2, 6))]
    left = list(draw(st.permutations(DECK)))
    hands: dict[int, tuple[Card, ...]] = {}
    packs: dict[int, tuple[Card, ...]] = {}
    if draw(st.integers(0, 3)):
        pack, players = draw(st.sampled_from(SCENES))
        x, y = draw(st.permutations("dchs"))[:2]
        shown = [read_cards(cards.replace("x", x).replace("y", y)) for cards in (pack, *players)]
        packs[draw(st.integers(0, 2))] = shown[0]
        hands = dict(zip(seats, shown[1:], strict=False))
        left = [card for card in left if card not in {card for part in shown for card in part}]
    cards = iter(left)
    for seat in sorted(set(seats) - set(hands)):
        hands[seat] = tuple(next(cards) for _ in range(5))
    for pack_number in range(3):
        packs.setdefault(pack_number, (next(cards), next(cards)))
    dealer = tuple(next(cards) for _ in range(5))
    return Dealt(dict(sorted(hands.items())), dealer, tuple(packs[number] for number in range(3)))


options = st.fixed_dictionaries(
    {
        "no_pair_higher": st.sampled_from(["lose", "push"]),
        "five_card": st.sampled_from("ABCDE"),
        "five_card_progressive": st.one_of(st.none(), st.sampled_from("ABCDE")),
        "seven_card": st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVW"),
        "seven_card_progressive": st.one_of(st.none(), st.sampled_from("ABCDEFGHIJKLM")),
        "seven_card_top": st.sampled_from(["royal", "any"]),
        "multiples": st.sampled_from(["for", "to"]),
        "five_card_reset": st.sampled_from([0, 500_000, 2_000_000]),
        "seven_card_reset": st.sampled_from([0, 500_000, 2_000_000]),
        "five_card_rate": st.sampled_from([Fraction(1), Fraction(5, 4)]),
        "seven_card_rate": st.sampled_from([Fraction(5), Fraction(15, 2)]),
        "tenth_below_reset": st.sampled_from(["topped_up", "stays"]),
    }
)
stakes = st.sampled_from([0, 100, 200, 500, 2500, 10_000])
meter_amounts = st.sampled_from([100_000, 1_000_001, 4_000_000, 50_000_000])


@settings(max_examples=150, deadline=None)
@given(dealt=deals(), chosen=options, data=st.data())
def test_a_round_settles_as_the_naive_settlement_says(
    dealt: Dealt, chosen: dict[str, Any], data: st.DataObject
) -> None:
    wagers = [
        Placed(seat, f"{kind}_{pack}", amount)
        for seat in dealt.hands
        for kind in KINDS
        for pack in (1, 2, 3)
        if (amount := data.draw(stakes))
    ]
    if not wagers:
        return
    playing = {placed.seat for placed in wagers}
    dealt = dealt._replace(hands={seat: hand for seat, hand in dealt.hands.items() if seat in playing})
    rules = Rules(deal_players="five_consecutive", **chosen)
    start = {meter: data.draw(meter_amounts) for meter in GAME.meters(rules)}
    chips = dict.fromkeys(playing, 10_000_000)
    setup = Setup(rules, stacked(dealt.order(), DECK), tuple(wagers), chips, meters=dict(start.items()))
    played = play_out(Round(GAME, setup), {})
    found = {(paid.seat, paid.wager): (paid.stake, paid.net, paid.clause) for paid in played.payoffs}
    wanted, meters = naive_round(dealt, wagers, chosen, start)
    assert found == {key: (line.stake, line.net, line.clause) for key, line in wanted.items()}
    assert len(played.payoffs) == len(wagers)
    assert played.felt.meters == meters


@pytest.mark.parametrize("scene", SCENES, ids=[pack for pack, _ in SCENES])
@settings(max_examples=40, deadline=None)
@given(chosen=options, table=st.sampled_from("ABCDEFGHIJKLM"), meter=meter_amounts, data=st.data())
def test_meter_shares_are_those_of_the_naive_settlement(
    scene: tuple[str, list[str]], chosen: dict[str, Any], table: str, meter: int, data: st.DataObject
) -> None:
    """Two winners on one pack, at all sizes of wager and meter: the tenth first, then the balance (ruling P6)."""
    pack, *players = (read_cards(cards.replace("x", "h").replace("y", "s")) for cards in (scene[0], *scene[1]))
    rules = Rules(**(chosen | {"seven_card_progressive": table}))
    hands = dict(enumerate(players, 1))
    wagers = [Placed(seat, "seven_card_1", data.draw(stakes) or 100) for seat in hands]
    payoffs = settle_pack(
        1, wagers, Open(pack, read_cards("2c 3c 5d 7d 8c"), hands), {"seven_card": Fraction(meter)}, rules
    )
    made = {placed.seat: Bonus("seven_card_1", placed.amount, text((*hands[placed.seat], *pack))) for placed in wagers}
    lines = naive_bonus("seven_card", made, chosen | {"seven_card_progressive": table}, {"seven_card": meter})
    assert {paid.seat: paid.net for paid in payoffs} == {seat: line.net for seat, line in lines.items()}


def naive_round(
    dealt: Dealt, wagers: list[Placed], chosen: dict[str, Any], start: dict[str, int]
) -> tuple[dict[tuple[int, str], Line], dict[str, Fraction]]:
    """Every wager, and the meters after the round."""
    lines: dict[tuple[int, str], Line] = {}
    meters: dict[str, Fraction | int] = {
        meter: naive.credited(
            amount, [placed.amount for placed in wagers if placed.wager.startswith(meter)], chosen[f"{meter}_rate"]
        )
        for meter, amount in start.items()
    }
    for number, pack in enumerate(dealt.packs, 1):
        for placed in wagers:
            if placed.wager == f"pack_{number}":
                player, dealer = text(dealt.hands[placed.seat]), text(dealt.dealer)
                lines[placed.seat, placed.wager] = naive.pack_bet(
                    placed.wager, player, dealer, text(pack), placed.amount, chosen["no_pair_higher"]
                )
        for bonus in ("five_card", "seven_card"):
            made = {
                placed.seat: Bonus(placed.wager, placed.amount, hand)
                for placed in wagers
                if placed.wager == f"{bonus}_{number}"
                for hand in [text((*dealt.hands[placed.seat], *(pack if bonus == "seven_card" else ())))]
            }
            settled = naive_bonus(bonus, made, chosen, meters)
            lines |= {(seat, f"{bonus}_{number}"): line for seat, line in settled.items()}
    return lines, {meter: Fraction(amount) for meter, amount in meters.items()}


def naive_bonus(
    bonus: str, made: dict[int, Bonus], chosen: dict[str, Any], meters: dict[str, Fraction | int]
) -> dict[int, Line]:
    top = chosen["seven_card_top"]
    if bonus in meters:
        reset, multiples = chosen[f"{bonus}_reset"], chosen["multiples"]
        table = chosen[f"{bonus}_progressive"]
        if bonus == "five_card":
            lines, after = naive.five_card_progressive(made, table, meters[bonus], reset=reset, multiples=multiples)
        else:
            lines, after = naive.seven_card_progressive(
                made,
                table,
                meters[bonus],
                reset=reset,
                multiples=multiples,
                top=top,
                tenth_below_reset=chosen["tenth_below_reset"],
            )
        meters[bonus] = after
        return lines
    if bonus == "five_card":
        return {seat: naive.five_card(one, chosen["five_card"]) for seat, one in made.items()}
    return {seat: naive.seven_card(one, chosen["seven_card"], top) for seat, one in made.items()}


def text(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(name, cards))


def opened(pack: str, dealer: str, **players: str) -> Open:
    hands = {int(seat.removeprefix("seat_")): read_cards(cards) for seat, cards in players.items()}
    return Open(read_cards(pack), read_cards(dealer), hands)


def test_wagers_are_settled_from_the_highest_seat_down_the_packs_bet_first() -> None:
    cards = opened("Kc Js", "Qh 9s 7d 4d 3d", seat_2="Ac 9d 7h 4s 3c", seat_5="Jh 9h 7c 4c 3s")
    wagers = [Placed(seat, f"{kind}_1", 100) for kind in reversed(KINDS) for seat in (2, 5)]
    payoffs = settle_pack(1, [*wagers, Placed(2, "pack_2", 100)], cards, {}, Rules())
    assert [(paid.seat, paid.wager) for paid in payoffs] == [(seat, f"{kind}_1") for seat in (5, 2) for kind in KINDS]


@pytest.mark.parametrize(
    ("progressive", "pack", "order"),
    [("A", "9s 8s", [5, 2]), ("A", "9s 3s", [2, 5]), (None, "9s 3s", [5, 2])],
    ids=["nobody wins a tenth", "the tenth comes first", "amounts have no order"],
)
def test_only_a_tenth_of_the_meter_comes_before_the_order_of_seats(
    progressive: str | None, pack: str, order: list[int]
) -> None:
    low = "7s 6s 5s 4s 3s" if pack == "9s 8s" else "8s 7s 6s 5s 4s"
    cards = opened(pack, "2c 3d 4h 9c Jd", seat_2="As Ks Qs Js Ts", seat_5=low)
    wagers = [Placed(seat, "seven_card_1", 100) for seat in (2, 5)]
    meters = {"seven_card": Fraction(1_000_000)} if progressive else {}
    rules = Rules(seven_card_progressive=progressive, seven_card_top="any")
    assert [paid.seat for paid in settle_pack(1, wagers, cards, meters, rules)] == order


@pytest.mark.parametrize(
    ("coupon", "hand", "net", "result"),
    [
        (0, "9c 9d 4h 3s 2c", 1000, "win"),
        (1000, "9c 9d 4h 3s 2c", 2000, "win"),
        (1000, "8h 8s 4s 3d 2d", 0, "push"),
        (1000, "7c 7d 4s 3d 2d", -1000, "lose"),
    ],
)
def test_a_coupon_wins_what_the_chips_win(coupon: int, hand: str, net: int, result: str) -> None:
    cards = opened("Kc Jd", "8c 8d 4c 3h 2h", seat_1=hand)
    (payoff,) = settle_pack(1, [Placed(1, "pack_1", 1000, coupon=coupon)], cards, {}, Rules())
    assert (payoff.net, payoff.result) == (net, result)


def test_a_payoff_names_its_line() -> None:
    cards = opened("9s 4c", "Ad Kd Qd 6d 5h", seat_1="As Ks Qs Js Ts", seat_2="8c 8d 4d 3d 2h")
    wagers = [Placed(seat, f"{kind}_1", 100) for seat in (1, 2) for kind in ("five_card", "seven_card")]
    payoffs = settle_pack(1, wagers, cards, {}, Rules())
    assert [(paid.line, paid.clause, paid.result) for paid in payoffs] == [
        (None, "43.10(g)", "lose"),
        ("Two Pair", "43.11(c)1", "push"),
        ("Royal Flush", "43.11(b)1", "win"),
        ("6-Card Royal Flush", "43.11(c)1", "win"),
    ]


@pytest.mark.parametrize(
    ("meter", "line", "left"),
    [(4_999_99, "Royal Flush", 4_999_99), (5_000_00, "Diamond Royal Flush", 0), (5_000_01, "Diamond Royal Flush", 0)],
    ids=["less than the fixed line", "as much", "more"],
)
def test_a_share_that_pays_as_much_as_the_fixed_line_is_taken_off_the_meter(meter: int, line: str, left: int) -> None:
    """A share stays on the meter where it pays less (P10): 1000 times $5 are $5,000."""
    rules, stake = Rules(five_card_progressive="A"), 5_00
    cards = opened("2c 3c", "4c 5c 7c 9h Jh", seat_1="Ad Kd Qd Jd Td")
    (payoff,) = settle_pack(1, [Placed(1, "five_card_1", stake)], cards, {"five_card": Fraction(meter)}, rules)
    assert (payoff.line, payoff.net) == (line, max(meter, 5_000_00) - stake)
    assert meter - prize_from_meter(payoff, bonuses(rules)["five_card"]) == left

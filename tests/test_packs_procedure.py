"""The procedure of Pack's Poker: the order of dealing, showing, settling and collecting (13:69F-43.7 to 43.12)."""

from fractions import Fraction

import pytest

from houseway.asks import Act
from houseway.cards import DECK, read_cards
from houseway.felt import RACK, Announced, CardsMoved, ChipsMoved, MeterMoved, Move, Resolved, Revealed, seen_by
from houseway.games.packs import GAME
from houseway.games.packs.rules import WAGERS, Rules
from houseway.irregularity import Irregularity
from houseway.procedure import Round, Setup, play_out
from houseway.shoe import Shoe, stacked
from houseway.table import Placed

EVERY_WAGER = tuple(Placed(seat, wager, 100) for seat in (2, 5) for wager in WAGERS)
HANDS = ["2/hand", "5/hand", "dealer/hand"]
PACKS = ["pack/1", "pack/2", "pack/3"]


def played(options: str = "", wagers: tuple[Placed, ...] = EVERY_WAGER, cards: str = "", **setup: object) -> Round:
    """A round from its wagers to its end, everything validated."""
    return play_out(begun(options, wagers, cards, **setup), {})


def begun(options: str = "", wagers: tuple[Placed, ...] = EVERY_WAGER, cards: str = "", **setup: object) -> Round:
    rules = Rules.read(options.split())
    return Round(GAME, Setup(rules, stacked(read_cards(cards), DECK), wagers, **setup))  # type: ignore[arg-type]


def dealt(moves: list[Move]) -> list[tuple[str, int, str]]:
    """Where the cards went that left the shoe or the stub before the players saw any, how many, and by which clause."""
    found = []
    for move in moves:
        if isinstance(move, Revealed):
            break
        if isinstance(move, CardsMoved):
            found.append((move.target, len(move.cards), move.clause))
    return found


@pytest.mark.parametrize(
    ("options", "hands", "packs", "stub"),
    [
        ("", "43.7(d)", "43.7(e)", "43.7(f)"),
        ("dealing=hand", "43.8(c)", "43.8(d)", "43.8(e)"),
    ],
)
def test_one_card_at_a_time_then_two_to_each_pack(options: str, hands: str, packs: str, stub: str) -> None:
    assert dealt(played(options).moves) == [
        *((area, 1, hands) for _ in range(5) for area in HANDS),
        *((area, 2, packs) for area in PACKS),
        ("stub", 31, stub),
        (RACK, 31, stub),
    ]


@pytest.mark.parametrize(
    ("dealing", "hands", "packs"), [("manual_shoe", "43.7(d)", "43.7(e)"), ("hand", "43.8(c)", "43.8(d)")]
)
def test_five_consecutive_cards_then_the_packs_one_card_at_a_time(dealing: str, hands: str, packs: str) -> None:
    moves = played(f"dealing={dealing} deal_players=five_consecutive deal_packs=one_at_a_time").moves
    assert dealt(moves)[:9] == [
        *((area, 5, hands) for area in HANDS),
        *((area, 1, packs) for _ in range(2) for area in PACKS),
    ]


def test_an_automated_shoe_gives_stacks_and_the_packs_are_dealt_from_the_stub() -> None:
    playing = played("dealing=automated_shoe")
    assert dealt(playing.moves) == [
        *((area, 5, "43.9(c)") for area in HANDS),
        ("stub", 37, "43.9(d)"),
        *((area, 2, "43.9(d)") for area in PACKS),
        (RACK, 31, "43.9(e)"),
    ]
    sources = {move.source for move in playing.moves if isinstance(move, CardsMoved) and move.target in PACKS}
    assert sources == {"stub"}


def test_cards_are_dealt_face_down_and_only_to_those_who_wagered() -> None:
    moves = played().moves
    assert not any(move.up for move in moves if isinstance(move, CardsMoved) and move.target in (*HANDS, *PACKS))
    assert {move.target for move in moves if isinstance(move, CardsMoved) and move.target.endswith("/hand")} == set(
        HANDS
    )


@pytest.mark.parametrize(
    ("dealing", "clause"), [("manual_shoe", "43.7(b)"), ("hand", "43.8(b)2"), ("automated_shoe", "43.9(b)2")]
)
def test_no_more_bets_then_the_meters_then_the_first_card(dealing: str, clause: str) -> None:
    playing = played(f"dealing={dealing} five_card_progressive=A seven_card_progressive=B")
    told = [move for move in playing.moves if isinstance(move, Announced | MeterMoved | CardsMoved)]
    assert told[0] == Announced("No more bets", clause)
    assert told[1] == MeterMoved("five_card", 500_006, "0", "43.12(b)")  # 1% of six dollars
    assert told[2] == MeterMoved("seven_card", 500_030, "0", "43.12(b)")  # 5% of six dollars
    assert isinstance(told[3], CardsMoved)


def test_a_meter_carries_its_fraction_of_a_cent() -> None:
    wagers = (Placed(1, "five_card_1", 100),)
    playing = played("five_card_progressive=A five_card_rate=1.25", wagers, meters={"five_card": Fraction(100_000)})
    assert playing.felt.meters["five_card"] == Fraction(400_005, 4)
    again = played("five_card_progressive=A five_card_rate=1.25", wagers, meters=dict(playing.felt.meters))
    assert again.felt.meters["five_card"] == Fraction(400_010, 4)


@pytest.mark.parametrize(("reveal", "clause"), [("player", "43.10(a)1"), ("dealer", "43.10(a)2")])
def test_players_cards_are_shown_from_the_dealers_right_then_the_dealers(reveal: str, clause: str) -> None:
    shown = [(move.area, move.clause) for move in played(f"reveal={reveal}").moves if isinstance(move, Revealed)]
    assert shown == [("5/hand", clause), ("2/hand", clause), ("dealer/hand", "43.10(c)")]


def test_all_wagers_of_a_pack_are_settled_before_the_next_is_turned_over() -> None:
    events: list[str] = []
    for move in played().moves:
        if isinstance(move, CardsMoved) and "community" in (move.source, move.target):
            events.append(f"{move.source} to {move.target} {move.clause}")
        if isinstance(move, Resolved):
            events.append(f"{move.payoff.seat} {move.payoff.wager}")
    wanted = []
    for pack in (1, 2, 3):
        wanted.append(f"pack/{pack} to community 43.10(d)")
        wanted += [f"{seat} {kind}_{pack}" for seat in (5, 2) for kind in ("pack", "five_card", "seven_card")]
        wanted.append(f"community to {RACK} 43.10(h)")
    assert events == wanted


def test_a_pack_is_unknown_to_everybody_until_it_is_turned_over() -> None:
    playing = played()
    for move in playing.moves:
        if isinstance(move, CardsMoved) and move.target in PACKS:
            assert seen_by(move, 2) != move
        if isinstance(move, CardsMoved) and move.target == "community":
            assert seen_by(move, None) == move


def collected(moves: list[Move]) -> list[tuple[str, str, int]]:
    """Whose cards went to the discard rack, by which clause, and after how many packs."""
    packs, found = 0, []
    for move in moves:
        if isinstance(move, CardsMoved) and move.target == RACK:
            packs += move.source == "community"
            if move.source.endswith("/hand"):
                found.append((move.source, move.clause, packs))
    return found


SOME_PACKS = (
    Placed(1, "pack_1", 100),
    Placed(3, "pack_1", 100),
    Placed(3, "five_card_2", 100),
    Placed(6, "pack_3", 100),
)


def test_cards_are_collected_after_the_last_pack_a_player_wagered_on() -> None:
    assert collected(played(wagers=SOME_PACKS).moves) == [
        ("1/hand", "43.10(j)", 1),
        ("3/hand", "43.10(j)", 2),
        ("6/hand", "43.10(k)", 3),
        ("dealer/hand", "43.10(k)", 3),
    ]


def test_or_all_cards_are_collected_at_the_end() -> None:
    assert collected(played("collect=end", SOME_PACKS).moves) == [
        *((f"{seat}/hand", "43.10(k)", 3) for seat in (6, 3, 1)),
        ("dealer/hand", "43.10(k)", 3),
    ]


@pytest.mark.parametrize("options", ["", "dealing=automated_shoe", "collect=end reveal=dealer"])
def test_all_52_cards_end_in_the_discard_rack(options: str) -> None:
    felt = played(options).felt
    assert sorted(felt.cards(RACK)) == list(DECK)


JACKPOTS = "seven_card_progressive=A seven_card_top=any deal_players=five_consecutive"
TENTH_AND_WHOLE = "Ah Kh Qh Jh 2c / 4h 5h 6h 7h 8h / Kc Qc Jd 6d 5c / 9h Th / 8d 9d / 6s 7s"
BOTH = (Placed(1, "seven_card_1", 100), Placed(2, "seven_card_1", 100))


def test_the_tenth_is_paid_before_the_balance() -> None:
    playing = played(JACKPOTS, BOTH, TENTH_AND_WHOLE, meters={"seven_card": 4_000_000})
    assert [paid.seat for paid in playing.payoffs] == [1, 2]
    shown = [move.amount for move in playing.moves if isinstance(move, MeterMoved)]
    assert shown == [4_000_010, 4_000_010 - 400_001, 0, 500_000]


def test_a_supervisor_is_asked_for_each_progressive_win_and_for_nothing_else() -> None:
    wagers = (Placed(1, "pack_1", 100), Placed(1, "five_card_1", 100), Placed(1, "seven_card_1", 100))
    cards = "Jc Jd 9h 6h 3s / Qc Qd 8h 5s 2c / 9c 4c / As Ks / 3c 3d"
    playing = begun("seven_card_progressive=A five_card_progressive=E deal_players=five_consecutive", wagers, cards)
    assert playing.asked() == "supervisor (validate seat 1 five_card_1)"
    playing.answer("supervisor", Act("validate"))
    assert playing.done  # two pair by table A return the stake: no win to validate
    assert [(paid.wager, paid.result) for paid in playing.payoffs] == [
        ("pack_1", "win"),
        ("five_card_1", "win"),
        ("seven_card_1", "push"),
    ]


def test_a_supervisor_is_told_what_leaves_the_inventory() -> None:
    """The wager lies on the layout until then: a share includes it and is not paid on top (P12)."""
    playing = begun(JACKPOTS, BOTH, TENTH_AND_WHOLE, meters={"seven_card": 4_000_000})
    for seat, share in ((1, 400_001), (2, 3_600_009)):
        assert playing.ask is not None
        amount, before = playing.ask.amount, playing.felt.stake("inventory")
        assert amount == share - 100
        playing.answer("supervisor", Act("validate"))
        paid = [move for move in playing.moves if isinstance(move, ChipsMoved) and move.target == f"{seat}/chips"]
        assert [(move.source, move.amount) for move in paid[-2:]] == [
            (f"{seat}/seven_card_1", 100),
            ("inventory", amount),
        ]
        assert before - amount <= playing.felt.stake("inventory")


def test_a_refused_share_stays_on_the_meter_and_is_not_shared_out() -> None:
    playing = begun(JACKPOTS, BOTH, TENTH_AND_WHOLE, meters={"seven_card": 4_000_000})
    playing.answer("supervisor", Act("refuse"))
    playing.answer("supervisor", Act("validate"))
    assert [(paid.seat, paid.net, paid.clause) for paid in playing.payoffs] == [
        (1, 0, "43.12(c)3"),
        (2, 3_600_009 - 100, "43.11(c)2"),
    ]
    assert playing.felt.meters["seven_card"] == 500_000  # the refused 4000.01 is less than the reset amount


def test_a_progressive_above_the_inventory_is_validated_once_and_the_cards_stay_for_the_papers() -> None:
    cards = "Ad Kd Qd Jd Td / 9c 8h 5s 4c 2h / 9s 4d / 9h 8d / 2c 2d"
    wagers = (Placed(1, "five_card_1", 100),)
    options = "five_card_progressive=A deal_players=five_consecutive"
    playing = begun(options, wagers, cards, meters={"five_card": 50_000_000}, inventory=1_000_000)
    playing.answer("supervisor", Act("validate"))
    assert playing.done
    papers = next(at for at, move in enumerate(playing.moves) if getattr(move, "clause", "") == "43.12(d)4")
    gathered = next(at for at, move in enumerate(playing.moves) if getattr(move, "source", "") == "1/hand")
    assert papers < gathered
    assert playing.felt.stake("1/chips") == 1_000_000 - 100 + 50_000_001


def test_a_void_after_a_jackpot_was_paid_takes_everything_back() -> None:
    options = f"{JACKPOTS} five_card_progressive=A"
    wagers = (*BOTH, Placed(1, "pack_1", 500, coupon=500), Placed(2, "five_card_3", 100))
    playing = begun(options, wagers, TENTH_AND_WHOLE, meters={"seven_card": 4_000_000}, pauses=True)
    before = dict(playing.felt.chips)
    while len(playing.payoffs) < 3 or playing.ask is None or playing.ask.choices:
        playing.go_on()
        for who in playing.waiting():
            playing.time_out(who)
    playing.floor(Irregularity("void"))
    assert playing.done
    assert {(paid.result, paid.net, paid.clause) for paid in playing.payoffs} == {("void", 0, "G4")}
    assert len(playing.payoffs) == 4
    assert playing.felt.meters == {"seven_card": 4_000_000, "five_card": 500_000}
    for seat in (1, 2):
        assert playing.felt.stake(f"{seat}/chips") == 1_000_000
    assert playing.felt.stake("1/coupons") == 500
    assert before["inventory"] == playing.felt.stake("inventory")


def test_nobody_at_the_table_has_a_decision() -> None:
    playing = Round(GAME, Setup(Rules(), Shoe(DECK), EVERY_WAGER, pauses=True))
    asked = 0
    while playing.ask is not None:
        assert playing.waiting() == []
        asked += 1
        playing.go_on()
    assert asked == 4

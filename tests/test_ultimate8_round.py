"""Whole rounds of Ultimate 8 Poker with random legal acts: they end, lose no chip, and settle as the naive one does."""

from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from dealing import play_randomly, random_act
from houseway.cards import names
from houseway.felt import Acted, CardsMoved, ChipsMoved, Felt
from houseway.procedure import Round, Setup, opening_felt
from houseway.shoe import Shoe, one_deck
from naive import ultimate8 as naive
from ultimate8_rounds import GAME, begin, floor_word, say

numbers = st.integers(0, 2**32)
OPTIONS = (
    "limit=no_limit",
    "limit=no_limit match_length=yes commission=10",
    "limit=no_limit pass_is_final=yes idle_raises=no commission=7.5",
    "limit=limit ace_ante=10 commission=0",
)


def random_table(chance: Random, options: str, pauses: bool = False) -> Round:
    """Short stacks, so that players are all-in for different amounts."""
    rules = GAME.rules.read(options.split())
    deck = list(one_deck())
    chance.shuffle(deck)
    seats = sorted(chance.sample(range(1, 7), chance.randint(2, 6)))
    chips = {seat: chance.choice((20, 25, 31, 60, 100, 250)) * 100 for seat in seats}
    meters: dict[str, int | Fraction] = {"ace_pot": chance.choice((0, 40_00))}
    return Round(GAME, Setup(rules, Shoe(deck), chips=chips, meters=meters, button=chance.choice(seats), pauses=pauses))


def paid_in(playing: Round) -> dict[int, int]:
    """What each seat put into main and side pots, an uncalled bet included, as a camera saw it."""
    paid = dict.fromkeys(playing.table.seats, 0)
    for move in playing.moves:
        if isinstance(move, ChipsMoved) and move.source.endswith("/chips"):
            seat, _, area = move.target.partition("/")
            if area == "main_ante" or area.startswith("round_"):
                paid[int(seat)] += move.amount
    return paid


def paid_and_kept(playing: Round) -> dict[int, int]:
    """The same without what went back: a bet that nobody called is returned before its player forfeits."""
    paid = paid_in(playing)
    for move in playing.moves:
        if isinstance(move, ChipsMoved) and "/round_" in move.source and move.target.endswith("/chips"):
            paid[int(move.source[0])] -= move.amount
    return paid


def went_out(playing: Round) -> list[int]:
    """Who laid his last card, in order."""
    felt, order = opening_felt(playing.game, playing.setup), []
    for move in playing.moves:
        felt.apply(move)
        if isinstance(move, CardsMoved) and move.target.endswith("/laid") and not felt.count(move.source):
            order.append(int(move.target[0]))
    return order


def ace_player(playing: Round) -> int | None:
    laid = [move for move in playing.moves if isinstance(move, CardsMoved) and move.target.endswith("/laid")]
    return next((int(move.target[0]) for move in laid if 51 in move.cards), None)


def check_against_the_naive_settlement(playing: Round, left: dict[int, str]) -> None:
    folded = {move.seat for move in playing.moves if isinstance(move, Acted) and move.verb == "fold"}
    rules, setup = playing.rules, playing.setup
    wanted = naive.settle(
        paid_and_kept(playing) if left else paid_in(playing),
        folded,
        went_out(playing),
        ace_player(playing),
        rules.ace_ante,  # type: ignore[attr-defined]
        int(setup.meters["ace_pot"]),
        rules.commission,  # type: ignore[attr-defined]
        rules.chip_unit,
        left,
    )
    for seat in playing.table.seats:
        lines = [payoff for payoff in playing.payoffs if payoff.seat == seat]
        assert [(line.wager, line.stake, line.net, line.clause) for line in lines] == wanted.lines[seat]
    assert playing.felt.stake("inventory") - setup.inventory == wanted.commission
    assert playing.felt.stake("ace pot") == wanted.ace_pot


@settings(deadline=None)
@given(numbers, st.sampled_from(OPTIONS))
def test_random_all_ins_settle_as_the_naive_settlement_says(number: int, options: str) -> None:
    chance = Random(number)
    playing = play_randomly(random_table(chance, options), chance)
    assert playing.done
    check_against_the_naive_settlement(playing, {})


@settings(deadline=None)
@given(numbers, st.sampled_from(OPTIONS))
def test_chips_are_conserved_at_every_move_and_the_layout_ends_clear(number: int, options: str) -> None:
    chance = Random(number)
    playing = play_randomly(random_table(chance, options), chance)
    felt: Felt = opening_felt(playing.game, playing.setup)
    total = sum(felt.chips.values())
    for move in playing.moves:
        felt.apply(move)
        assert sum(felt.chips.values()) == total
        assert min(felt.chips.values()) >= 0
    homes = {"inventory", "ace pot", *(f"{seat}/chips" for seat in playing.table.seats)}
    assert {area for area, amount in felt.chips.items() if amount} <= homes
    assert felt.count("discard rack") == 52


@settings(deadline=None)
@given(numbers, st.sampled_from(OPTIONS), st.integers(0, 25))
def test_a_forfeit_at_any_moment_settles_as_the_naive_settlement_says(number: int, options: str, stop: int) -> None:
    chance = Random(number)
    playing = play_randomly(random_table(chance, options), chance, stop)
    asked = playing.ask
    seat = chance.choice(playing.table.seats)
    if asked is not None:
        playing.floor(floor_word(f"seat {seat} exposes a card"))
    play_randomly(playing, chance)
    forfeited = {payoff.seat: payoff.clause for payoff in playing.payoffs if payoff.clause == "42.11(h)"}
    assert set(forfeited) <= {seat}
    assert seat in forfeited or asked is None or seat not in asked.choices
    check_against_the_naive_settlement(playing, forfeited)


@settings(deadline=None)
@given(numbers, st.sampled_from(OPTIONS), st.integers(0, 40))
def test_a_void_at_any_moment_gives_everything_back(number: int, options: str, stop: int) -> None:
    chance = Random(number)
    playing = play_randomly(random_table(chance, options), chance, stop)
    if playing.ask is None:
        return
    playing.floor(floor_word("finds a card missing"))
    before = opening_felt(playing.game, playing.setup)
    assert playing.done
    assert playing.table.voided
    assert {area: amount for area, amount in playing.felt.chips.items() if amount} == {
        area: amount for area, amount in before.chips.items() if amount
    }
    assert {payoff.clause for payoff in playing.payoffs} == {"42.12(b)"}
    assert sum(payoff.net for payoff in playing.payoffs) == 0
    assert len(playing.payoffs) == 2 * len(playing.table.seats)


@settings(deadline=None)
@given(numbers, st.booleans())
def test_what_is_offered_on_a_lay_is_what_beats_it_in_the_naive_order(number: int, match_length: bool) -> None:
    chance = Random(number)
    playing = random_table(chance, "match_length=yes" if match_length else "")
    last: tuple[str, ...] = ()
    while playing.ask is not None:
        [(seat, choices)] = playing.ask.choices.items()
        if last:
            laying = choices.choice("lay")
            hand = tuple(names(playing.felt.down[f"{seat}/hand"]).split())
            legal = {frozenset(cards) for cards in naive.all_patterns(hand) if naive.beats(cards, last, match_length)}
            assert {frozenset(names(play).split()) for play in (laying and laying.plays) or ()} == legal
        act = random_act(choices, chance)
        playing.answer(seat, act)
        last = tuple(names(act.cards).split())  # nothing after a pass: it may have ended the discarding round


def test_the_ace_pot_is_carried_over_and_the_next_round_starts_with_it() -> None:
    first = say(begin(), "1 bets 20; 2 folds; 3 folds")
    assert first.felt.stake("ace pot") == 15_00
    carried = {"ace_pot": first.felt.stake("ace pot")}
    second = Round(GAME, Setup(first.rules, first.setup.shoe, chips=first.setup.chips, meters={**carried}))
    assert second.felt.stake("ace pot") == 30_00


def test_a_round_is_no_longer_than_the_game_says() -> None:
    chance = Random(8)
    longest = max(len(play_randomly(random_table(chance, OPTIONS[0]), chance).answers) for _ in range(200))
    assert 20 < longest <= GAME.longest

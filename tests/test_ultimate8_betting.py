"""Betting at Ultimate 8 Poker: who acts when, what he may wager, what is refused (42.6(c), 42.10(d), ruling U8)."""

import pytest

from houseway.asks import Act
from houseway.cards import read_cards
from houseway.felt import Announced, ChipsMoved
from houseway.procedure import Round, Setup
from houseway.refusal import Refusal
from houseway.shoe import one_deck, stacked
from ultimate8_rounds import GAME, OTHER, STRONG, WEAK, amounts, begin, net, offered, say, verbs

NO_LIMIT = "dealing=automated_shoe limit=no_limit"


def test_the_button_opens_and_the_others_follow_clockwise() -> None:
    playing = begin(button=2)
    order = []
    for _ in range(3):
        order.append(offered(playing)[0])
        say(playing, f"{order[-1]} checks")
    assert order == [2, 3, 1]
    assert offered(playing)[0] == 2
    assert "lay" in verbs(playing)


def test_without_a_wager_one_may_check_or_bet_and_not_fold() -> None:
    playing = begin()
    assert verbs(playing) == {"check", "bet"}
    with pytest.raises(Refusal) as refused:
        say(playing, "1 folds")
    assert refused.value.clause == "42.1 fold"


def test_facing_a_wager_one_may_call_raise_or_fold() -> None:
    assert verbs(say(begin(), "1 bets 20")) == {"call", "raise", "fold"}


def test_a_call_costs_what_is_missing_or_all_the_chips_that_are_left() -> None:
    def costs(words: str) -> int:
        playing = say(begin(options=NO_LIMIT, chips={1: 1000, 2: 50, 3: 1000}), words)
        return next(choice.costs for choice in offered(playing)[1].options if choice.verb == "call")

    assert costs("1 bets 20") == 20_00
    assert costs("1 bets 20; 2 calls; 3 raises 40") == 40_00  # seat 1 has put 20 already
    assert costs("1 bets 100") == 35_00  # 50 less the antes of 10 and 5


def test_a_limit_bet_and_raise_are_one_to_twenty_antes() -> None:
    playing = begin()
    assert amounts(playing, "bet") == (10_00, 200_00)
    assert amounts(say(playing, "1 bets 50"), "raise") == (10_00, 200_00)


def test_a_no_limit_bet_is_one_ante_to_all_in_or_the_table_maximum() -> None:
    assert amounts(begin(options=NO_LIMIT), "bet") == (10_00, 985_00)
    assert amounts(begin(options=f"{NO_LIMIT} table_max=300"), "bet") == (10_00, 300_00)
    assert amounts(begin(options=f"{NO_LIMIT} table_max=99.50"), "bet") == (10_00, 99_00)


def test_a_raise_is_over_the_preceding_wager_from_what_is_left_after_the_call() -> None:
    playing = say(begin(options=NO_LIMIT), "1 bets 100")
    assert amounts(playing, "raise") == (10_00, 885_00)


@pytest.mark.parametrize("amount", ["9", "201", "10.50", "0"])
def test_a_wrong_amount_is_refused_and_changes_nothing(amount: str) -> None:
    playing = begin()
    moves, ask = list(playing.moves), playing.ask
    with pytest.raises(Refusal) as refused:
        say(playing, f"1 bets {amount}")
    assert refused.value.clause == "42.6(c)"
    assert (playing.moves, playing.ask) == (moves, ask)


def test_there_is_no_fourth_raise() -> None:
    playing = say(begin(), "1 bets 10; 2 raises 10; 3 raises 10; 1 raises 10")
    assert verbs(playing) == {"call", "fold"}
    with pytest.raises(Refusal):
        say(playing, "2 raises 10")


def test_the_next_betting_round_has_three_raises_again() -> None:
    lines = "1 bets 10; 2 raises 10; 1 raises 10; 2 raises 10; 1 calls; 1 lays Kh Qh Jh Th 9h; 2 passes; 1 bets 10"
    playing = say(begin({1: STRONG, 2: WEAK}), lines)
    assert verbs(playing) == {"call", "raise", "fold"}


def test_a_full_raise_reopens_the_betting_and_a_short_all_in_does_not() -> None:
    chips = {1: 1000, 2: 40, 3: 1000}
    playing = say(begin(chips=chips), "1 bets 20")
    assert amounts(playing, "raise") == (5_00, 5_00)
    say(playing, "2 raises 5; 3 calls")
    assert offered(playing)[0] == 1
    assert verbs(playing) == {"call", "fold"}
    reopened = say(begin(chips=chips), "1 bets 20; 2 raises 5; 3 raises 10")
    assert verbs(reopened) == {"call", "raise", "fold"}


def test_who_has_checked_may_not_raise_a_short_all_in_bet() -> None:
    playing = say(begin(chips={1: 1000, 2: 20, 3: 1000}), "1 checks; 2 bets 5; 3 calls")
    assert offered(playing)[0] == 1
    assert verbs(playing) == {"call", "fold"}


def test_a_short_all_in_is_allowed_after_three_raises_and_is_none() -> None:
    playing = begin(chips={1: 1000, 2: 1000, 3: 60})
    say(playing, "1 bets 10; 2 raises 10; 3 calls; 1 raises 10; 2 raises 10")
    assert amounts(playing, "raise") == (5_00, 5_00)
    say(playing, "3 raises 5")
    assert offered(playing)[0] == 1
    assert verbs(playing) == {"call", "fold"}


def test_a_call_with_too_few_chips_is_all_in_and_he_is_asked_for_no_more_wagers() -> None:
    playing = say(begin(chips={1: 1000, 2: 50, 3: 1000}), "1 bets 100; 2 calls; 3 calls")
    assert playing.felt.stake("2/chips") == 0
    say(playing, "1 lays Kh Qh Jh Th 9h; 2 passes; 3 passes; 1 bets 10")
    assert offered(playing)[0] == 3


def test_a_wager_that_nobody_can_call_may_be_made_or_not_as_the_house_says() -> None:
    chips = {1: 45, 2: 1000}
    hands = {1: STRONG, 2: WEAK}
    assert "raise" in verbs(say(begin(hands, chips), "1 bets 30"))
    none = begin(hands, chips, "dealing=automated_shoe idle_raises=no")
    assert verbs(say(none, "1 bets 30")) == {"call", "fold"}


def test_no_betting_is_asked_when_fewer_than_two_have_chips() -> None:
    playing = begin(chips={1: 15, 2: 1000, 3: 15})
    assert verbs(playing) == {"lay", "pass"}


def test_bets_lie_in_their_rounds_area_until_it_is_over() -> None:
    playing = say(begin(), "1 bets 20; 2 calls")
    felt = playing.felt
    assert [felt.stake(f"{seat}/round_1") for seat in (1, 2, 3)] == [20_00, 20_00, 0]
    assert felt.stake("pot/main") == 30_00
    say(playing, "3 calls")
    assert [felt.stake(f"{seat}/round_1") for seat in (1, 2, 3)] == [0, 0, 0]
    assert felt.stake("pot/main") == 90_00
    say(playing, "1 lays Kh Qh Jh Th 9h; 2 passes; 3 passes; 1 bets 30")
    assert felt.stake("1/round_2") == 30_00


def test_a_folded_hand_and_its_wagers_leave_at_once() -> None:
    playing = say(begin({1: WEAK, 2: STRONG, 3: OTHER}), "1 bets 20; 2 raises 20; 3 raises 20; 1 folds")
    assert playing.felt.count("1/hand") == 0
    assert playing.felt.stake("1/round_1") == 0
    assert playing.felt.stake("2/round_1") == 40_00
    assert playing.felt.stake("pot/main") == 30_00 + 20_00


def test_an_uncalled_bet_ends_the_round_and_goes_back_without_commission() -> None:
    playing = say(begin(), "1 bets 200; 2 folds; 3 folds")
    assert playing.done
    assert (net(playing, 1), net(playing, 2), net(playing, 3)) == (19_00 - 5_00, -15_00, -15_00)
    assert playing.felt.stake("inventory") - playing.setup.inventory == 1_00
    main = next(payoff for payoff in playing.payoffs if payoff.seat == 1 and payoff.wager == "main")
    assert (main.stake, main.clause) == (10_00, "42.10(j)")


def test_the_winner_by_folds_shows_no_card() -> None:
    playing = say(begin(), "1 bets 200; 2 folds; 3 folds")
    assert not any(getattr(move, "shown", False) for move in playing.moves)


def test_side_pots_lie_apart_from_the_main_pot() -> None:
    playing = say(begin(chips={1: 45, 2: 100, 3: 1000}), "1 bets 30; 2 raises 55; 3 calls")
    assert (playing.felt.stake("pot/main"), playing.felt.stake("pot/side 1")) == (120_00, 110_00)


def test_the_side_pot_is_awarded_before_the_main_pot_and_the_ace_pot_last() -> None:
    hands = {1: "2c 4d 6h 7c 3h Jd Kd 3d", 2: "As Qs Js 8s 5s 9h 9d 9s", 3: "3c 5d 7h 9c Tc Qd Ah 4s"}
    playing = begin(hands, {1: 45, 2: 100, 3: 1000})
    say(playing, "1 bets 30; 2 raises 55; 3 calls; 1 lays 2c; 2 lays As Qs Js 8s 5s; 3 passes; 1 passes")
    say(playing, "2 lays 9h 9d 9s")
    paid = [move.source for move in playing.moves if isinstance(move, ChipsMoved) and move.target == "2/chips"]
    assert paid == ["pot/side 1", "pot/main", "ace pot"]


ANTES = 15_00  # the main one and the ace one
SEATS = 5


@pytest.mark.parametrize("folds", [False, True])
def test_pots_of_three_levels_in_one_betting_round_lie_where_they_belong(folds: bool) -> None:
    """Three are all-in, two of them for less than the ante that bets are made of; somebody may have folded."""
    all_in = {2: 3_00, 4: 7_00, 5: 13_00}
    rules = GAME.rules.read(NO_LIMIT.split())
    shoe = stacked([card for hand in (STRONG, WEAK, OTHER) for card in read_cards(hand)], one_deck())
    chips = {seat: ANTES + all_in.get(seat, 500_00) for seat in range(1, SEATS + 1)}
    playing = Round(GAME, Setup(rules, shoe, chips=chips))
    begun = len(playing.moves)
    say(playing, "1 bets 10; 2 calls; 3 raises 30" if folds else "1 bets 40; 2 calls; 3 calls")
    say(playing, "4 calls; 5 calls; 1 folds" if folds else "4 calls; 5 calls")
    paid = {1: 10_00 if folds else 40_00, 2: 3_00, 3: 40_00, 4: 7_00, 5: 13_00}
    if folds:
        paid[3] = 13_00  # the part that nobody called went back
    lying = {area: cents for area, cents in playing.felt.chips.items() if area.startswith("pot/") and cents}
    assert lying == levels(paid, gone={1} if folds else set(), antes=SEATS * 10_00)
    assert sum(playing.felt.stake(f"{seat}/round_1") for seat in chips) == 0
    assert playing.felt.stake("1/chips") == 500_00 - paid[1]
    assert playing.felt.stake("3/chips") == 500_00 - paid[3]
    gathered = [move for move in playing.moves[begun:] if isinstance(move, ChipsMoved) and "pot/" in move.target]
    assert len(gathered) == len({(move.source, move.target) for move in gathered}), "no chip goes to and fro"
    assert {move.clause for move in gathered} == {"42.10(b)"}


def levels(paid: dict[int, int], gone: set[int], antes: int) -> dict[str, int]:
    """The pots by the rulebook's words: each for those who put in as much, of what all have put in up to there."""
    found: dict[str, int] = {}
    below = 0
    for level in sorted({cents for seat, cents in paid.items() if seat not in gone}):
        share = sum(min(cents, level) - min(cents, below) for cents in paid.values())
        found[f"pot/side {len(found)}" if found else "pot/main"] = share + (0 if found else antes)
        below = level
    return found


def test_the_raise_button_says_which_betting_round_it_is() -> None:
    """One pattern is laid between two betting rounds, so that there are three of them."""
    playing, laid_in = begin(hands={1: STRONG, 2: WEAK}), set()
    while not playing.done:
        seat, choices = offered(playing)
        lay, said = choices.choice("lay"), buttons(playing)
        if lay is not None and lay.plays and (len(said) not in laid_in or "pass" not in verbs(playing)):
            laid_in.add(len(said))
            playing.answer(seat, Act("lay", cards=min(lay.plays, key=len)))
        else:
            playing.answer(seat, Act("pass" if "pass" in verbs(playing) else "check"))
    places = ("1st", "2nd", "3rd")
    assert buttons(playing) == [Announced(f"The raise button lies on {place}", "42.1 raise button") for place in places]


def buttons(playing: Round) -> list[Announced]:
    return [move for move in playing.moves if isinstance(move, Announced) and "raise button" in move.text]


def test_the_pots_are_paid_by_the_clauses_that_say_so_and_the_ace_pot_is_carried_over_aloud() -> None:
    """Nobody plays an ace of those that the hands have; commission is taken of the main pot alone then."""
    playing = begin(hands={1: STRONG, 2: WEAK}, options="dealing=automated_shoe commission=5")
    say(playing, "1 bets 20; 2 folds")
    moves = playing.moves
    carried = Announced("The ace pot is carried over to the next round", "42.10(l)")
    paid = [(move.source, move.target, move.clause) for move in moves if isinstance(move, ChipsMoved)]
    assert playing.done
    assert carried in moves
    assert ("pot/main", "inventory", "42.10(k)") in paid
    assert ("pot/main", "1/chips", "42.10(j)") in paid
    assert all(source != "ace pot" for source, _, _ in paid)

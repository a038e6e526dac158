"""A player at the table: keys, amounts and cards typed, wagers, chips and shuffles from round to round."""

import io
import re
from collections.abc import Iterable
from fractions import Fraction

import pytest
from rich.console import Console

from houseway import games
from houseway.cards import read_cards
from houseway.money import Cents
from houseway.procedure import play_out
from houseway.refusal import Refusal
from houseway.shoe import commitment, shuffled
from houseway.terminal.deciding import keys_of, read_choice, summary
from houseway.terminal.evening import Evening
from houseway.terminal.keys import ESCAPE, Leave
from houseway.terminal.players import buy_in, seat_players
from houseway.terminal.session import Session
from houseway.terminal.shuffles import derived, read_master

MASTER = read_master("8")


class Script:
    """A keyboard that types what it was given, then leaves."""

    def __init__(self, typed: Iterable[str]) -> None:
        self.typed = list(typed)
        self.idle = lambda: None

    def key(self) -> str:
        if not self.typed:
            raise Leave
        return self.typed.pop(0)

    def line(self) -> str | None:
        text = self.key()
        return None if text == ESCAPE else text

    def rest(self, seconds: float) -> bool:
        return False


def play(
    name: str, *typed: str, rules: Iterable[str] = (), bots: int = 1, rounds: int | None = None
) -> tuple[Evening, str]:
    """An evening with these keys, and all that was on the screen."""
    game = games.load(name)
    chosen = game.rules.read(rules)
    players, positions = seat_players(game.positions(chosen), None, bots)
    evening = Evening(game, chosen, players, MASTER)
    console = Console(file=io.StringIO(), width=100, height=40, force_terminal=True, no_color=True)
    Session(evening, positions, console, Script(typed), speed=0).run(rounds)
    assert isinstance(console.file, io.StringIO)
    return evening, re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", console.file.getvalue())


def test_a_round_by_keys() -> None:
    evening, text = play("lucky8s", "\n", "h", "f", rounds=1)
    mine = [payoff for payoff in evening.played[0].payoffs if payoff.seat == 2]
    assert [(payoff.wager, payoff.net, payoff.clause) for payoff in mine] == [("ante", -10_00, "50.6(h)")]
    assert evening.chips[2] == evening.buy_in - 10_00
    assert "You fold [50.6(h)]" in text


def test_keys_are_letters_of_the_verbs_and_never_those_of_the_menu() -> None:
    verbs = ["hit", "stand", "double", "split", "surrender", "house way", "quit"]
    keys = keys_of(verbs)
    assert list(keys.values()) == verbs
    assert keys["h"] == "hit"
    assert not {"!", "q", "?"} & set(keys)
    assert keys["s"] == "stand"
    assert keys["p"] == "split"


def test_hint_explanation_and_wrong_keys_change_nothing() -> None:
    evening, text = play("lucky8s", "\n", "!", "?", "x", "q", "n", "h", "f", rounds=1)
    assert len(evening.played) == 1
    assert "Hint: a bot would choose house way" in text
    assert summary("lucky8s", "50.6(e)")[:40] in text
    assert "'x' is none of the keys below" in text
    assert "Leave now? The house acts for you" in text


def test_groups_are_set_by_number_or_card_and_refused_in_one_line() -> None:
    evening, text = play("lucky8s", "\n", "s", "1 2", "s", "1 | 1", "s", "9", "s", ESCAPE, "h", "f", rounds=1)
    assert "does not add up to 8" in text
    assert "is in two groups" in text
    assert "there is no card number 9" in text
    assert evening.played


def test_cards_are_chosen_by_number_or_name() -> None:
    hand = read_cards("As Kd 9c 8h 8c")
    assert read_choice("1 3", hand) == read_cards("As 9c")
    assert read_choice("45", hand) == read_cards("8h 8c")
    assert read_choice("8c, 8h", hand) == read_cards("8c 8h")
    for wrong in ("6", "0", "1 1", "xx"):
        with pytest.raises(Refusal):
            read_choice(wrong, hand)


def test_wagers_are_changed_within_their_range_and_kept_for_the_next_round() -> None:
    keys = ["c", "0", "5000", "2.50", "25", "3", "\n", "h", "f", "\n", "h", "f"]
    evening, text = play("lucky8s", *keys, rounds=2)
    stakes = [[(p.wager, p.stake) for p in played.payoffs if p.seat == 2] for played in evening.played]
    assert stakes == [[("ante", 25_00), ("bonus", 3_00)]] * 2
    assert "Ante is 1 to 1,000, not 5,000" in text
    assert "Ante goes in steps of 1, not 2.50" in text


def test_the_player_sits_out_and_leaves() -> None:
    evening, text = play("lucky8s", "s", "q")
    assert [set(played.nets) for played in evening.played] == [{1}]
    assert "1 round: 0, 1,000 in chips" in text


def test_without_chips_the_player_buys_more() -> None:
    evening, text = play("lucky8s", "c", "1000", "\n", "h", "f", "\n", "b", "c", "7", "0", "\n", "h", "f", rounds=2)
    assert "you have not so many chips" in text
    assert evening.bought[2] == 2 * evening.buy_in
    assert evening.chips[2] == evening.buy_in - 7_00
    assert evening.result(2) == -1_007_00


def test_leaving_in_the_middle_lets_the_house_act() -> None:
    evening, _ = play("lucky8s", "\n", "h")
    assert [(p.wager, p.clause) for p in evening.played[0].payoffs if p.seat == 2] == [("ante", "50.6(h)")]
    assert evening.chips[2] == evening.buy_in - 10_00


def test_the_commitment_is_shown_before_the_wagers_and_the_seed_after_the_round() -> None:
    evening, text = play("lucky8s", "\n", "h", "f", rounds=1)
    played = evening.played[0]
    assert played.seed is not None
    first_frame = text[: text.index("No more bets")]
    assert commitment(played.seed) in first_frame
    assert played.seed.hex() not in first_frame
    assert f"houseway verify-shuffle {played.seed.hex()} --game lucky8s" in text


def test_the_seed_of_a_shuffle_follows_from_the_master_seed_and_its_number() -> None:
    evening, _ = play("packs", "\n", "\n", rounds=2)
    assert [played.seed for played in evening.played] == [derived(MASTER, 1), derived(MASTER, 2)]
    assert derived(MASTER, 1) != derived(MASTER, 2)


@pytest.mark.parametrize("text", ["", "xyz", "0" * 65, "-1"])
def test_a_master_seed_is_hexadecimal(text: str) -> None:
    with pytest.raises(Refusal, match="hexadecimal"):
        read_master(text)


def bots_alone(name: str, rounds: int, rules: Iterable[str] = ()) -> Evening:
    game = games.load(name)
    players, _ = seat_players(game.positions(game.rules()), None, 4, watched=True)
    evening = Evening(game, game.rules.read(rules), players, MASTER)
    for _ in range(rounds):
        playing = evening.begin(evening.bots_wager())
        evening.end(play_out(playing, dict.fromkeys(playing.table.seats, evening.strategy)))
    return evening


def all_chips(evening: Evening) -> Cents | Fraction:
    pots = sum(evening.meters[name] for name in evening.game.pots)
    return sum(evening.chips.values()) + evening.inventory + pots


@pytest.mark.parametrize("name", games.NAMES)
def test_chips_and_results_are_carried_from_round_to_round(name: str) -> None:
    before, after = bots_alone(name, 0), bots_alone(name, 12)
    bought = sum(after.bought.values()) - sum(before.bought.values())
    assert all_chips(after) == all_chips(before) + bought
    for seat, result in after.bought.items():
        assert sum(played.nets.get(seat, 0) for played in after.played) == after.chips[seat] - result
    assert all(played.payoffs for played in after.played)


def test_blackjack_deals_on_until_the_cut_card_and_tells_the_seed_only_then() -> None:
    evening = bots_alone("blackjack", 12, ["decks=2", "cut_card=40"])
    seeds = [played.seed for played in evening.played]
    told = [seed for seed in seeds if seed is not None]
    assert told
    assert len(told) < len(seeds)
    assert told == [derived(MASTER, number) for number in range(1, len(told) + 1)]
    shared = {played.commitment for played in evening.played}
    assert shared <= {commitment(derived(MASTER, number)) for number in range(1, len(told) + 2)}


def test_blackjack_goes_on_where_the_last_round_stopped() -> None:
    evening = bots_alone("blackjack", 3)
    order = shuffled(evening.game.deck(evening.rules), derived(MASTER, 1))
    left = evening.shuffles.shoe().rest()
    assert 0 < len(left) < len(order)
    assert order[-len(left) :] == left


def test_the_player_button_goes_round_and_the_ace_pot_waits() -> None:
    game = games.load("ultimate8")
    players, _ = seat_players(6, None, 3, watched=True)
    evening = Evening(game, game.rules(), players, MASTER)
    buttons, pots = [], []
    for _ in range(5):
        playing = evening.begin(evening.bots_wager())
        buttons.append(playing.table.button)
        evening.end(play_out(playing, dict.fromkeys(playing.table.seats, evening.strategy)))
        pots.append(evening.meters["ace_pot"])
    assert buttons == [1, 2, 3, 4, 1]
    ante = evening.rules.read([]).written()["ace_ante"]
    assert pots[0] in (0, 4 * int(ante) * 100)


def test_seats_and_bots() -> None:
    assert [player.name for player in seat_players(6, None, None)[0]] == ["Ada", "Bea", "You", "Cy"]
    players, positions = seat_players(6, 6, 2)
    assert (len(players), positions) == (3, 6)
    assert all(player.bot for player in seat_players(6, 3, 3)[0])
    assert all(player.bot for player in seat_players(6, None, None, watched=True)[0])
    assert [player.name for player in seat_players(6, 1, None)[0]] == ["You"]


@pytest.mark.parametrize(("seats", "bots"), [(None, 7), (3, 4)])
def test_more_bots_than_seats_are_refused(seats: int | None, bots: int) -> None:
    with pytest.raises(Refusal, match="at this table"):
        seat_players(6, seats, bots)


def test_a_dear_table_sells_more_chips() -> None:
    game = games.load("lucky8s")
    assert buy_in(game, game.rules()) == 1_000_00
    assert buy_in(game, game.rules.read(["ante_min=500"])) == 10_000_00

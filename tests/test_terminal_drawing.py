"""The table as it is drawn: cards, labels, seats, and nothing that the player may not see."""

import re

import pytest
from rich.console import Console

from houseway import games
from houseway.cards import JOKER, UNKNOWN, read_cards
from houseway.felt import Felt
from houseway.house.posted import pay_tables
from houseway.procedure import Round, Setup
from houseway.shoe import Shoe, shuffled
from houseway.table import Placed
from houseway.terminal.deciding import entry, packed
from houseway.terminal.drawing import Scene, Seat, draw_table, squeezed
from houseway.terminal.faces import NARROW, OVERLAPPED, SPREAD, boxes, face, inline, style_of, widest_step, width_of
from houseway.terminal.layout import layout_of
from houseway.terminal.narrating import Narrator, coloured
from houseway.terminal.signs import inscriptions
from houseway.terminal.sums import amount, signed


def drawn(scene: Scene, width: int = 80, compact: bool = False) -> list[str]:
    console = Console(width=width, no_color=True)
    with console.capture() as captured:
        console.print(draw_table(scene, width, compact))
    return captured.get().rstrip("\n").split("\n")


def lucky8s_after_the_deal(seats: int = 4) -> Round:
    game = games.load("lucky8s")
    rules = game.rules()
    wagers = [Placed(seat, "ante", 10_00) for seat in range(1, seats + 1)] + [Placed(2, "bonus", 5_00)]
    shoe = Shoe(shuffled(game.deck(rules), b"\x07" * 32))
    return Round(game, Setup(rules, shoe, tuple(wagers)))


def scene_of(playing: Round, viewer: int | None) -> Scene:
    seats = [Seat(seat, "You" if seat == viewer else f"Bot{seat}", seat == viewer) for seat in playing.table.seats]
    return Scene("Lucky 8's", "round 1", playing.felt.view(viewer), layout_of("lucky8s"), seats)


def test_a_card_is_a_box_with_rank_and_suit_sign() -> None:
    assert [line.plain for line in boxes(read_cards("8c Td"), OVERLAPPED)] == ["╭──╭──╮", "│8♣│T♦│", "╰──╰──╯"]
    assert [line.plain for line in boxes(read_cards("8c Td"), NARROW)] == ["╭─╭─╮", "│8│T│", "│♣│♦│", "╰─╰─╯"]
    assert [line.plain for line in boxes(read_cards("8c Td"), SPREAD)] == ["╭──╮ ╭──╮", "│8♣│ │T♦│", "╰──╯ ╰──╯"]


def test_suits_have_four_colours() -> None:
    styles = [style_of(card) for card in read_cards("8c 8d 8h 8s")]
    assert styles == ["green", "bright_blue", "red", "bold"]
    assert len({*styles, style_of(JOKER), style_of(UNKNOWN)}) == 6


@pytest.mark.parametrize("step", [SPREAD, OVERLAPPED, NARROW])
def test_boxes_are_as_wide_as_foretold(step: int) -> None:
    cards = read_cards("8c Td As 2h 3c")
    assert {line.cell_len for line in boxes(cards, step)} == {width_of(5, step)}


def test_hands_are_laid_as_wide_as_there_is_room() -> None:
    assert widest_step([5], 24) == SPREAD
    assert widest_step([5], 23) == OVERLAPPED
    assert widest_step([5], 15) == NARROW
    assert widest_step([5], 10) is None


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("width", [80, 100, 132])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_no_line_is_longer_than_the_terminal(width: int, seats: int, compact: bool) -> None:
    lines = drawn(scene_of(lucky8s_after_the_deal(seats), 1), width, compact)
    assert max(map(len, lines)) <= width
    assert all(any(f"{seat} " in line for line in lines) for seat in range(1, seats + 1))


def test_the_first_position_is_at_the_dealers_left_hand() -> None:
    names = next(line for line in drawn(scene_of(lucky8s_after_the_deal(), 1)) if "You" in line)
    assert names.index("4 Bot4") < names.index("3 Bot3") < names.index("2 Bot2") < names.index("1 You")


@pytest.mark.parametrize("viewer", [1, 3, None])
def test_only_the_players_own_cards_are_seen(viewer: int | None) -> None:
    playing = lucky8s_after_the_deal()
    text = "".join(drawn(scene_of(playing, viewer), compact=True))
    shown = re.findall(r"[2-9TJQKA][♣♦♥♠]|Jk", text)
    own = playing.felt.down[f"{viewer}/hand"] if viewer else []
    assert sorted(shown) == sorted(face(card) for card in own)


def test_wagers_stand_in_their_areas_with_the_labels_of_the_layout() -> None:
    lines = drawn(scene_of(lucky8s_after_the_deal(), 1))
    assert sum(line.count("Ante ") for line in lines) == 4
    bonus = [line for line in lines if "Lucky 8's Bonus 5" in line]
    assert len(bonus) == 1


def test_labels_of_areas_and_of_their_parts() -> None:
    layout = layout_of("blackjack")
    assert layout.label("3/lucky8") == "Lucky 8"
    assert layout.label("3/lucky8/Bea") == "Lucky 8 Bea"
    assert layout.label("3/main 2") == "Main 2"
    assert layout.label("3/hand") == ""
    assert layout.label("3/hand 2") == "2"
    assert layout.label("3/mystery_bet") == "mystery bet"
    assert layout_of("packs").label("pack/2") == "Pack 2"


def test_a_label_that_is_too_long_keeps_its_number() -> None:
    assert squeezed("Seven-card bonus 3", 18) == "Seven-card bonus 3"
    short = squeezed("Seven-card bonus 3", 12)
    assert len(short) <= 12
    assert short.endswith(" 3")


def test_an_amount_beside_a_name_is_whole_or_not_there() -> None:
    felt = Felt()
    seats = [Seat(1, "Ada", act="doubles 20"), Seat(2, "Bea", act="bets 5"), *map(empty, (3, 4))]
    text = "\n".join(drawn(Scene("", "", felt, layout_of("blackjack"), seats)))
    assert "Ada doubles ─" in text
    assert "Bea bets 5 ─" in text


def empty(seat: int) -> Seat:
    return Seat(seat, "·")


def test_a_menu_is_broken_between_its_entries() -> None:
    entries = [entry(key, "surrender") for key in "abcdefg"]
    lines = [line.plain for line in packed(entries, 30)]
    pairs = [f"[{first}] surrender  [{second}] surrender" for first, second in ("ab", "cd", "ef")]
    assert lines == [*pairs, "[g] surrender"]


def test_meters_and_pots_are_shown() -> None:
    felt = Felt()
    felt.chips = {"inventory": 0, "pot/main": 120_00, "ace pot": 35_00}
    lines = drawn(Scene("Ultimate 8 Poker", "", felt, layout_of("ultimate8"), [Seat(1, "You")]))
    assert any("Main pot 120" in line for line in lines)
    assert any("Ace pot 35" in line for line in lines)


def test_amounts() -> None:
    assert [amount(cents) for cents in (0, 5, 12_50, 1_234_567_00, -3_00)] == ["0", "0.05", "12.50", "1,234,567", "-3"]
    assert [signed(cents) for cents in (10_00, 0, -2_50)] == ["+10", "0", "-2.50"]


def test_cards_in_words_get_their_signs_and_eights_stay_eights() -> None:
    assert coloured("8s: the shoe to your hand").plain == "8♠: the shoe to your hand"
    assert coloured("2 natural 8s and jokers [50.6(n)]", in_words=True).plain == "2 natural 8s and jokers [50.6(n)]"
    assert coloured("As set: 8s 8c against Kd", in_words=True).plain == "As set: 8♠ 8♣ against K♦"


def test_moves_are_told_with_names_and_without_hidden_cards() -> None:
    playing = lucky8s_after_the_deal()
    narrator = Narrator({1: "Ada", 2: "You", 3: "Bea", 4: "Cy"}, layout_of("lucky8s"), 2)
    told = [narrator.told(move).text.plain for move in playing.moves]
    assert "  10 in chips: Ada's chips to Ada's Ante [50.6(a)]" in told
    assert "» Dealer: No more bets [50.6(c)]" in told
    assert "  8 cards: the shoe to Bea's hand, face down [50.5(e)]" in told
    own = inline(playing.felt.down["2/hand"]).plain
    assert f"  {own}: the shoe to your hand, face down [50.5(e)]" in told


@pytest.mark.parametrize("name", games.NAMES)
def test_what_is_written_at_a_table_names_no_open_option(name: str) -> None:
    texts = [text.plain for text in inscriptions(name, games.load(name).rules())]
    assert texts
    assert not any("{" in text for text in texts)


def test_the_sign_shows_the_pay_table_that_the_rules_choose() -> None:
    rules = games.load("lucky8s").rules
    first, third = (" ".join(map(str, inscriptions("lucky8s", rules.read([f"bonus_table={n}"])))) for n in (1, 3))
    assert "to 1" in first
    assert first.replace("table 1", "") != third.replace("table 3", "")


def test_what_the_table_does_not_have_is_not_posted() -> None:
    lunar = games.load("lunar").rules.read(["progressive=no"])
    packs = games.load("packs").rules.read(["five_card_progressive=B"])
    assert not any("rogressive" in text.plain for text in inscriptions("lunar", lunar))
    assert "progressive" not in [posted.wager for posted in pay_tables("lunar", lunar)]
    (five,) = [text.plain for text in inscriptions("packs", packs) if text.plain.startswith("Five-card")]
    assert five.startswith("Five-card progressive bonus, pay table B")
    assert [posted.wager for posted in pay_tables("packs", packs)].count("five_card") == 0

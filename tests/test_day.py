"""The table's life around rounds: roles act, every step is on the record with its clause."""

from collections import Counter

import pytest

from houseway import games
from houseway.asks import Act
from houseway.cards import Card
from houseway.day import REMOVED, SPREAD, TableDay, let_go_on
from houseway.day_clauses import HOUR
from houseway.felt import Announced, CardsMoved, Revealed
from houseway.refusal import Refusal
from houseway.rulebook import register
from houseway.shoe import Shoe, shuffled

SEED = bytes(range(32))
BY_HAND = {"lucky8s": "dealing=hand_shuffle", "ultimate8": "shuffler=none", "lunar": "shuffler=none"}
TWO_DECKS = {"packs": "", "lunar": "two_decks=yes shuffler=automated", "ultimate8": "two_decks=yes"}
NEW_JERSEY = ("lucky8s", "ultimate8", "lunar", "packs")


def table_of(game: str, *options: str) -> TableDay:
    loaded = games.load(game)
    rules = loaded.rules.read(options)
    return TableDay(loaded.deck(rules), rules, loaded.day)


def opened(game: str, *options: str) -> TableDay:
    table = table_of(game, *options)
    table.open(0, [1, 2])
    let_go_on(table)
    assert status(table) == "open"
    return table


def status(table: TableDay) -> str:
    return table.status


def shoe_of(table: TableDay) -> Shoe | None:
    return table.shoe


def said(table: TableDay) -> list[str]:
    return [move.text for move in table.moves if isinstance(move, Announced)]


def clauses(table: TableDay) -> set[str]:
    return {move.clause for move in table.moves if isinstance(move, Announced | CardsMoved | Revealed)}


@pytest.mark.parametrize("game", games.NAMES)
def test_a_table_opens_with_the_floorpersons_verification(game: str) -> None:
    table = table_of(game)
    table.open(0, [1, 2])
    assert table.ask is not None
    assert list(table.ask.choices) == ["floorperson"]
    assert status(table) == "closed"
    table.answer("floorperson", Act("verify"))
    let_go_on(table)
    assert status(table) == "open"
    known = set(register(game)) | {"69E-1.18(g)"}
    assert clauses(table) <= known


@pytest.mark.parametrize("game", games.NAMES)
def test_a_deck_that_the_floorperson_rejects_keeps_the_table_closed(game: str) -> None:
    table = table_of(game)
    table.open(0)
    table.answer("floorperson", Act("reject"))
    assert status(table) == "closed"
    assert table.felt.count(REMOVED) == len(table.whole)


def test_a_deck_with_a_card_missing_does_not_pass_the_inspection() -> None:
    table = table_of("lunar")
    table.open(0, decks=[table.whole[:-1]] * table.day.decks(table.rules))
    assert status(table) == "closed"
    assert any("finds 51 cards" in text for text in said(table))
    assert table.ask is None


def test_packs_is_opened_with_two_decks_each_spread_and_washed() -> None:
    table = opened("packs")
    assert [deck.backs for deck in table.decks] == ["red", "blue"]
    spread = [move for move in table.moves if isinstance(move, CardsMoved) and move.target == SPREAD]
    assert len(spread) == 2
    assert all(move.up and list(move.cards) == by_suit(table.whole) for move in spread)
    with pytest.raises(Refusal, match="opened with 2 decks") as refusal:
        table_of("packs").open(0, decks=[table.whole])
    assert refusal.value.clause == "43.3(a)"


@pytest.mark.parametrize(("game", "viewers"), [("lucky8s", 1), ("ultimate8", 2), ("lunar", 1), ("packs", 1)])
def test_the_first_players_inspect_the_cards(game: str, viewers: int) -> None:
    table = table_of(game)
    table.open(0, [3, 5, 6])
    asked: list[list[object]] = []
    while table.ask is not None:
        if table.ask.kind == "inspect the cards":
            asked.append(list(table.ask.choices))
        for who in table.waiting():
            table.time_out(who)
    assert asked
    assert all(seats == [3, 5, 6][:viewers] for seats in asked)


@pytest.mark.parametrize(("game", "viewers"), [("lucky8s", 1), ("ultimate8", 2), ("lunar", 1), ("packs", 1)])
def test_the_cards_of_an_open_table_lie_face_up_until_the_first_players_have_seen_them(game: str, viewers: int) -> None:
    table = table_of(game)
    table.open(0)
    let_go_on(table)
    assert status(table) == "spread"
    assert [table.felt.up[f"spread {deck.backs}"] for deck in table.decks] == [by_suit(table.whole)] * len(table.decks)
    assert not any("turned face down" in text for text in said(table))
    with pytest.raises(Refusal, match="the table is spread"):
        table.prepare(SEED)
    for few in range(viewers):
        with pytest.raises(Refusal, match="seen by") as refusal:
            table.player_arrives(list(range(1, few + 1)))
        assert refusal.value.clause == table.day.view
    before = len(table.moves)
    table.player_arrives([4, 2, 1])
    let_go_on(table)
    told = [move for move in table.moves[before:] if isinstance(move, Announced | CardsMoved | Revealed)]
    seen = " and ".join(f"seat {seat}" for seat in [4, 2, 1][:viewers])
    assert told[0] == Announced(f"{seen} inspected the cards", table.day.view or "")
    assert not any(isinstance(move, Revealed) for move in told)
    assert status(table) == "open"
    table.prepare(SEED)
    let_go_on(table)
    assert table.shoe is not None


def test_blackjacks_cards_are_not_spread_for_anybody() -> None:
    table = table_of("blackjack")
    table.open(0)
    let_go_on(table)
    assert status(table) == "open"


@pytest.mark.parametrize("game", NEW_JERSEY)
def test_cards_that_nobody_has_seen_are_changed_for_others_that_lie_face_up(game: str) -> None:
    table = table_of(game)
    table.open(0)
    let_go_on(table)
    table.change_cards(24 * HOUR)
    let_go_on(table)
    assert status(table) == "spread"
    assert table.waits_for_more([])
    assert [table.felt.count(f"spread {deck.backs}") for deck in table.decks] == [len(table.whole)] * len(table.decks)
    table.close()
    assert status(table) == "closed"
    assert not any(table.felt.up.values())


@pytest.mark.parametrize("game", BY_HAND)
def test_a_hand_shuffle_is_cut_and_the_shoe_can_be_verified(game: str) -> None:
    table = opened(game, BY_HAND[game])
    table.prepare(SEED)
    let_go_on(table)
    assert table.cuts == 1
    assert table.shoe is not None
    assert table.shoe.order == shuffled(table.whole, SEED, 1)


@pytest.mark.parametrize("game", ["ultimate8", "lunar"])
def test_a_supervisor_may_have_the_cards_cut_again(game: str) -> None:
    table = opened(game, BY_HAND[game])
    table.prepare(SEED)
    table.answer("supervisor", Act("recut"))
    table.answer("supervisor", Act("recut"))
    table.answer("supervisor", Act("accept"))
    assert table.cuts == 3
    assert table.shoe is not None
    assert table.shoe.order == shuffled(table.whole, SEED, 3)
    assert {"38.4(d)", "42.4(d)"} & clauses(table)


@pytest.mark.parametrize("game", TWO_DECKS)
def test_a_device_does_not_cut(game: str) -> None:
    table = opened(game, *TWO_DECKS[game].split())
    table.prepare(SEED)
    assert table.ask is None
    assert table.cuts == 0


@pytest.mark.parametrize("game", TWO_DECKS)
def test_two_decks_are_each_spread_and_inspected(game: str) -> None:
    table = opened(game, *TWO_DECKS[game].split())
    assert len({deck.backs for deck in table.decks}) == 2
    spread = [list(move.cards) for move in table.moves if isinstance(move, CardsMoved) and move.target == SPREAD]
    assert spread == [by_suit(table.whole)] * 2
    assert sum("inspected the cards" in text for text in said(table)) == 2


@pytest.mark.parametrize("game", TWO_DECKS)
def test_two_decks_are_used_in_turn(game: str) -> None:
    table = opened(game, *TWO_DECKS[game].split())
    used = []
    for number in range(4):
        used.append(table.in_play.backs)
        table.prepare(bytes([number]) * 32)
        let_go_on(table)
        assert Counter(table.felt.down.get("discard rack", [])) == Counter()
        table.round_over()
    assert used == ["red", "blue", "red", "blue"]


@pytest.mark.parametrize("game", NEW_JERSEY)
def test_cards_are_spread_when_nobody_plays_and_inspected_when_somebody_comes(game: str) -> None:
    table = opened(game)
    table.spread()
    let_go_on(table)
    assert status(table) == "spread"
    with pytest.raises(Refusal, match="the table is spread"):
        table.prepare(SEED)
    table.player_arrives([4, 5])
    let_go_on(table)
    assert status(table) == "open"
    turned = [move for move in table.moves if isinstance(move, Revealed)]
    assert len(turned) == len(table.decks)
    table.prepare(SEED)
    let_go_on(table)
    assert table.shoe is not None


@pytest.mark.parametrize(
    ("options", "clause", "words"),
    [
        ("dealing=hand_shuffle", "50.4(b)1", "The cards are turned face down, washed and stacked"),
        ("dealing=whole_deck", "50.4(b)2", "The cards are turned face down and stacked"),
        ("dealing=groups_of_eight", "50.4(b)2", "The cards are turned face down and stacked"),
    ],
)
def test_lucky_8s_cards_are_washed_only_where_no_device_shuffles_them(options: str, clause: str, words: str) -> None:
    table = opened("lucky8s", options)
    table.spread()
    table.player_arrives([4])
    let_go_on(table)
    assert table.moves[-1] == Announced(words, clause)
    assert table.felt.count("stack red") == 66
    table.prepare(SEED)
    assert table.cuts == (1 if clause == "50.4(b)1" else 0)


def test_blackjack_has_no_spreading() -> None:
    with pytest.raises(Refusal, match="no spreading"):
        opened("blackjack").spread()


@pytest.mark.parametrize(
    ("game", "options", "hours", "clause"),
    [
        ("packs", (), 8, "69E-1.18(g)2"),
        ("packs", ("dealing=hand",), 4, "69E-1.18(g)3"),
        ("lunar", (), 24, "69E-1.18(g)"),
        ("lucky8s", (), 24, "69E-1.18(g)"),
        ("blackjack", (), 24, "2.1"),
    ],
)
def test_cards_are_changed_by_the_clock(game: str, options: tuple[str, ...], hours: int, clause: str) -> None:
    table = opened(game, *options)
    assert table.change_due(hours * HOUR - 1) == []
    due = table.change_due(hours * HOUR)
    assert due == table.decks
    table.change_cards(hours * HOUR)
    let_go_on(table)
    assert table.change_due(hours * HOUR) == []
    assert [deck.opened for deck in table.decks] == [hours * HOUR] * len(due)
    assert clause in clauses(table)
    assert status(table) == "open"


def test_a_deck_is_removed_and_another_one_inspected() -> None:
    table = opened("lunar")
    table.remove_deck(table.in_play, 100, "the stub had 51 cards")
    assert table.ask is not None
    assert "floorperson" in table.ask.choices
    let_go_on(table)
    assert table.felt.count(REMOVED) == 52
    assert any("51 cards" in text for text in said(table))


@pytest.mark.parametrize("game", ["lunar", "ultimate8", "packs"])
def test_the_stub_is_counted_in_every_round(game: str) -> None:
    table = opened(game)
    for number in range(6):
        assert table.count_due()
        table.prepare(bytes([number]) * 32)
        let_go_on(table)
        table.round_over()


@pytest.mark.parametrize("game", ["lucky8s", "blackjack"])
def test_no_stub_is_counted_where_the_rulebook_speaks_of_none(game: str) -> None:
    assert not opened(game).count_due()


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("lunar", "dealing=automated_shoe shuffler=counting"),
        ("ultimate8", "dealing=automated_shoe shuffler=counting"),
        ("packs", "counting_shuffler=yes"),
    ],
)
def test_no_stub_is_counted_where_the_shuffler_counts_the_deck(game: str, options: str) -> None:
    assert opened(game).count_due()
    assert not opened(game, *options.split()).count_due()


@pytest.mark.parametrize(
    ("game", "clause"),
    [("lucky8s", "50.9(e)"), ("packs", "43.13(f)"), ("lunar", "38.13(g)"), ("ultimate8", "42.12(e)")],
)
def test_a_device_leaves_the_table_before_another_way_of_shuffling(game: str, clause: str) -> None:
    table = opened(game, *TWO_DECKS.get(game, "").split())
    table.use_hands()
    assert clause in clauses(table)
    second = {"packs": None, "lunar": "38.2(b)", "ultimate8": "42.2(b)"}.get(game)  # a second deck needs a shuffler
    assert len(table.decks) == (2 if game == "packs" else 1)
    assert second is None or second in clauses(table)
    with pytest.raises(Refusal, match="no device"):
        table.use_hands()
    table.use_device()
    with pytest.raises(Refusal, match="already"):
        table.use_device()


@pytest.mark.parametrize(
    ("game", "clause"),
    [("lucky8s", "50.9(b)"), ("packs", "43.13(d)"), ("lunar", "38.13(e)"), ("ultimate8", "42.12(d)")],
)
def test_a_jam_has_the_cards_shuffled_again(game: str, clause: str) -> None:
    table = opened(game, *TWO_DECKS.get(game, "").split())
    table.prepare(SEED)
    assert clause not in clauses(table)
    table.jam()
    assert clause in clauses(table)
    assert shoe_of(table) is None
    table.prepare(bytes(32))
    assert [*(shoe_of(table) or Shoe([])).order] == [*shuffled(table.whole, bytes(32))]
    with pytest.raises(Refusal, match="no shuffler"):
        opened("lunar", "shuffler=none").jam()


def test_a_blackjack_shoe_is_dealt_on_until_the_cut_card_has_come() -> None:
    table = opened("blackjack", "decks=2", "cut_card=52")
    table.prepare(SEED)
    assert table.shoe is not None
    order = table.shoe.order
    table.round_over(30)
    assert table.shoe is not None
    assert table.shoe.rest() == order[30:]
    table.round_over(22)
    assert shoe_of(table) is None
    assert table.felt.count("discard rack") == 104
    table.prepare(bytes(32))
    assert len(shoe_of(table) or ()) == 104
    table.round_over(10)
    table.close()
    assert status(table) == "closed"
    assert sum(len(cards) for cards in table.felt.down.values()) == 104


@pytest.mark.parametrize("game", games.NAMES)
def test_cards_are_conserved_from_opening_to_closing(game: str) -> None:
    table = opened(game)
    table.prepare(SEED)
    let_go_on(table)
    table.round_over()
    table.close()
    let_go_on(table)
    assert status(table) == "closed"
    lying = {area for area, cards in table.felt.down.items() if cards}
    assert all(area.startswith("card envelope") for area in lying)
    with pytest.raises(Refusal, match="closed"):
        table.close()
    with pytest.raises(Refusal, match="closed"):
        table.prepare(SEED)


def by_suit(cards: tuple[Card, ...]) -> list[Card]:
    return sorted(cards, key=lambda card: (card & 3, card))

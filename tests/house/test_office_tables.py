"""Tables and meters of the house, on both databases: set up and hung once, as their games allow, and found again."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec
import pytest

from house.deeds import assert_sound, at_once, everything, moved, put
from house.people import NOW, person
from houseway.house.commands import Actor
from houseway.house.definition import Clocks, Definition
from houseway.house.office import HOUSE, carry_out, definition_of, tables_after
from houseway.house.office_commands import ChangeReset, HangMeter, OfficeCommand, SetUpTable, TakeMoney
from houseway.house.office_deeds import definitions
from houseway.house.record import Entry
from houseway.house.store import Conflict, Earlier, MeterSet, Store
from houseway.refusal import Refusal

WHY = "a test"
LUNAR = Definition("lunar-1", "lunar", ("ante_min=5",), Clocks(decision=1), {"progressive": "royal"})


def refused(store: Store, words: str, command: OfficeCommand) -> Refusal:
    before = everything(store)
    with pytest.raises(Refusal, match=words) as told:
        carry_out(store, command, HOUSE, NOW)
    assert everything(store) == before
    return told.value


def ask(store: Store, command: OfficeCommand) -> Entry:
    return carry_out(store, command, Actor("sue", "supervisor"), NOW)


def test_a_table_is_set_up_as_it_is_defined_and_read_back(store: Store) -> None:
    ask(store, HangMeter("royal", 10, 10, WHY))
    made = ask(store, SetUpTable(LUNAR, WHY))
    read = msgspec.json.decode(made.body)
    assert (made.event, read["answer"]) == ("house.set_up_table/1", {"table": "lunar-1"})
    assert msgspec.convert(read["definition"], Definition) == LUNAR
    assert definition_of(made) == LUNAR
    assert definition_of(store.read("house")[0]) is None
    assert definition_of(msgspec.structs.replace(made, stream="table/lunar-1")) is None
    assert_sound(store)


def test_tables_are_found_from_the_version_up_to_which_one_looked(store: Store) -> None:
    assert tables_after(store, 0) == (0, [])
    person(store, "ada")
    assert tables_after(store, 0) == (1, [])
    restless = Definition("ab", "blackjack", clocks=Clocks(result=0), bots_alone=True)
    refused(store, "for 1000 milliseconds at least", SetUpTable(restless, WHY))
    first, second = Definition("packs-1", "packs"), Definition("ab", "blackjack", bots_alone=True)
    ask(store, SetUpTable(first, WHY))
    ask(store, SetUpTable(second, WHY))
    person(store, "bea")
    assert tables_after(store, 0) == (4, [first, second])
    assert tables_after(store, 1) == (4, [first, second])
    assert tables_after(store, 2) == (4, [second])
    assert tables_after(store, 4) == (4, [])
    assert definitions(store) == [first, second]


@pytest.mark.parametrize("game", ["lucky8s", "ultimate8", "blackjack", "lunar", "packs"])
def test_every_game_has_its_tables(game: str) -> None:
    with Store.open("sqlite://") as store:
        ask(store, SetUpTable(Definition(f"{game}-1", game), WHY))
        assert definitions(store) == [Definition(f"{game}-1", game)]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a",
        "A1",
        "Lunar",
        "1a",
        "-a",
        "a_b",
        "a b",
        "a/b",
        "a.b",
        "lunar-1\n",
        "é1",
        "x" * 32,
        "x" * 10_000,
        "\x00a",
    ],
    ids=ascii,
)
def test_a_tables_name_is_small_letters_digits_and_hyphens(store: Store, name: str) -> None:
    refused(store, "name", SetUpTable(Definition(name, "lunar"), WHY))


@pytest.mark.parametrize(
    ("wrong", "words", "clause"),
    [
        ({"rules": ("dealing=hand", "shuffler=none")}, "needs a shuffler", "38.8(b)1"),
        ({"rules": ("ante_min=50", "ante_max=5")}, "of whole chips lies between", "38.6(a)"),
        ({"rules": ("no_such=5",)}, "no option 'no_such'", None),
        ({"rules": ("ante_min",)}, "a rule as KEY=VALUE", None),
        ({"rules": ("ante_min=1e99",)}, "not an amount", None),
        ({"rules": ("ante_min=" + "9" * 5000,)}, "a rule as KEY=VALUE", None),
        ({"rules": ("ante_min=5",) * 65}, "a list of at most 64 parts", None),
        ({"game": "poker"}, "no game 'poker'", None),
        ({"game": "../lunar"}, "no game", None),
        ({"meters": {"progressive": "nowhere"}}, "no meter 'nowhere'", None),
        ({"meters": {"progressive": "a/b"}}, "a meter.s name", None),
        ({"meters": {"__proto__": "royal"}}, "a meter of the game", None),
        ({"meters": {"progresive": "royal"}}, "no meter 'progresive'; it has: progressive", None),
        ({"rules": ("progressive=no",), "meters": {"progressive": "royal"}}, "it has: none", None),
        ({"game": "ultimate8", "meters": {"ace_pot": "royal"}}, "no meter 'ace_pot'", None),
        (
            {
                "game": "packs",
                "rules": ("five_card_progressive=B", "seven_card_progressive=A"),
                "meters": {"five_card": "royal", "seven_card": "royal"},
            },
            "two meters of a table cannot be linked to the one meter 'royal'",
            None,
        ),
        ({"meters": {f"m{number}": "royal" for number in range(9)}}, "an object of at most 8 parts", None),
        ({"clocks": Clocks(betting=-1)}, "a time from 0 to 24 hours", None),
        ({"clocks": Clocks(decision=10**12)}, "a time from 0 to 24 hours", None),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_the_rulebook_or_the_house_does_not_allow_is_refused(
    wrong: dict[str, Any], words: str, clause: str | None
) -> None:
    with Store.open("sqlite://") as store:
        ask(store, HangMeter("royal", 1, 1, WHY))
        definition = msgspec.structs.replace(Definition("t1", "lunar"), **wrong)
        assert refused(store, words, SetUpTable(definition, WHY)).clause == clause


def test_a_name_is_a_tables_for_good(url: str) -> None:
    stores = [Store.open(url) for _ in range(2 if url.startswith("postgresql") else 1)]
    came = at_once(
        [
            partial(carry_out, stores[n % len(stores)], SetUpTable(Definition("t1", game), WHY), HOUSE, NOW)
            for n, game in enumerate(["lunar", "packs", "lucky8s", "blackjack"] * 2)
        ]
    )
    assert sum(isinstance(one, Entry) for one in came) == 1
    assert {str(one) for one in came if not isinstance(one, Entry)} == {
        "there is a table t1 already: choose another name"
    }
    assert len(definitions(stores[0])) == 1
    for store in stores:
        store.close()


def test_a_meter_is_hung_once_with_its_reset_amount_laid_aside(store: Store) -> None:
    hung = ask(store, HangMeter("royal", 12_000_00, 10_000_00, WHY))
    assert (hung.event, msgspec.json.decode(hung.body)["answer"]) == ("house.hung_meter/1", {"meter": "royal"})
    meter = store.meters()["royal"]
    assert (meter.amount, meter.reset) == (Fraction(12_000_00), 10_000_00)
    assert store.balances() == {"cage": -22_000_00, "meter/royal": 12_000_00, "reserve/royal": 10_000_00}
    refused(store, "there is a meter royal already", HangMeter("royal", 1, 1, WHY))
    refused(store, "its reset amount at least", HangMeter("b1", 1, 2, WHY))
    assert_sound(store)


def test_another_reset_amount_leaves_what_the_meter_shows(store: Store) -> None:
    ask(store, HangMeter("royal", 500, 500, WHY))
    for reset in (800, 0, 300):
        before = store.meters()["royal"].reset
        made = ask(store, ChangeReset("royal", reset, WHY))
        assert msgspec.json.decode(made.body)["answer"] == {"meter": "royal", "before": before}
        meter = store.meters()["royal"]
        assert (meter.amount, meter.reset, store.balance("reserve/royal")) == (Fraction(500), reset, reset)
    refused(store, "no meter 'nowhere'", ChangeReset("nowhere", 1, WHY))
    assert_sound(store)


def test_a_reset_is_changed_while_tables_move_the_meter(store: Store) -> None:
    """Who was overtaken by a table looks again: no contribution is lost."""
    ask(store, HangMeter("royal", 500, 500, WHY))

    def contribute() -> None:
        for version in range(1, 41):
            meter = store.meters()["royal"]
            amount = meter.amount + 1
            try:
                sets = [MeterSet("royal", meter.changes, amount, meter.reset)]
                put(
                    store,
                    "table/lunar-1",
                    store.head("table/lunar-1") + 1,
                    moved(1, "cage", "meter/royal"),
                    meters=sets,
                )
            except Conflict:
                continue
            contributed.append(version)

    contributed: list[int] = []
    works: list[Callable[[], Any]] = [contribute]
    works += [partial(carry_out, store, ChangeReset("royal", 600 + n, WHY), HOUSE, NOW, f"c{n}") for n in range(8)]
    came = at_once(works)
    assert [one for one in came if isinstance(one, Exception)] == []
    meter = store.meters()["royal"]
    assert meter.amount == 500 + len(contributed)
    assert meter.reset == store.balance("reserve/royal")
    assert 600 <= meter.reset < 608
    assert_sound(store)


def test_the_answer_to_a_repeated_set_up_is_the_first(store: Store) -> None:
    command = SetUpTable(Definition("t1", "lunar"), WHY)
    first = carry_out(store, command, HOUSE, NOW, "s")
    again = carry_out(store, command, HOUSE, NOW, "s")
    assert isinstance(again, Earlier)
    assert again.version == first.version
    with pytest.raises(Refusal, match="was used for another command"):
        carry_out(store, SetUpTable(Definition("t2", "lunar"), WHY), HOUSE, NOW, "s")
    with pytest.raises(Refusal):
        carry_out(store, TakeMoney(), HOUSE, NOW, "s")

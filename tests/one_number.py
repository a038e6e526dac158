"""Every number that the program gives at one setting, by its name: from commands, their JSON and a sheet's parts."""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from random import Random
from types import ModuleType
from typing import Any, NamedTuple
from unittest import mock

import msgspec
import pytest

from houseway import games
from houseway.cards import names
from houseway.cli import main
from houseway.money import brief
from houseway.odds import loading
from houseway.odds.coaching import Silent, Situation, advise
from houseway.odds.report import as_json, sheet
from houseway.refusal import Refusal
from houseway.returns import BEST, Asked

STAKES = (100, 500, 700, 2_500, 10_000)
PERCENTAGE = re.compile(r"(-?\d+(?:\.\d+)?)%(?: ± (\d+(?:\.\d+)?)%)?")
NUMBER = re.compile(r"(-?\d+(?:\.\d+)?)(?: ± (\d+(?:\.\d+)?))?")


class SettingOfOdds(NamedTuple):
    """A table, a stake, meters and a strategy."""

    game: str
    rules: tuple[str, ...] = ()
    stake: int = 100
    meters: tuple[tuple[str, int], ...] = ()
    infinite: bool = False
    strategy: str = BEST

    @property
    def words(self) -> list[str]:
        """The options of a command."""
        words = [self.game, "--stake", brief(self.stake)]
        words += ["--rules", " ".join(self.rules)] if self.rules else []
        for name, amount in self.meters:
            words += ["--meter", f"{name}={brief(amount)}"]
        return words + (["--decks", "infinite"] if self.infinite else [])

    def asked(self) -> Asked:
        return Asked(
            rules=games.load(self.game).rules.read(self.rules),
            stake=self.stake,
            meters=dict(self.meters),
            infinite_deck=self.infinite,
            strategy=self.strategy,
        )


class Remembered:
    """A game's odds that count each question once, however many commands ask it."""

    def __init__(self, odds: ModuleType) -> None:
        self._odds = odds
        self._answers: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._odds, name)
        if name not in ("wagers", "facts", "charts", "rules_of_thumb", "choices"):
            return found

        def answer(asked: Any) -> Any:
            plain = msgspec.structs.replace(asked, progress=print) if isinstance(asked, Asked) else asked
            key = f"{name} {plain}"
            if key not in self._answers:
                self._answers[key] = found(asked)
            return self._answers[key]

        return answer


def draw_setting(chance: Random, game: str, *, limits: bool) -> SettingOfOdds:
    """A random table of a game; `limits`: payout limits too, which take a minute for each strategy of Lunar."""
    odds = loading.load(game)
    while True:
        pairs = {option: chance.choice(values) for option, values in odds.OPTIONS.items()}
        if not limits:
            pairs.pop("payout_limit", None)
        rules = tuple(f"{option}={value}" for option, value in pairs.items())
        try:
            table = games.load(game).rules.read(rules)
            break
        except Refusal:  # these options do not go together: others are drawn
            continue
    meters = {
        name: chance.choice((0, 123_456, 5_000_000, 77_777_777))
        for name in games.load(game).meters(table)
        if name in odds.METERS and chance.random() < 0.7
    }
    return SettingOfOdds(
        game,
        rules,
        chance.choice(STAKES),
        tuple(meters.items()),
        "decks" in pairs and chance.random() < 0.15,
        chance.choice((BEST, *odds.STRATEGIES)),
    )


def check_setting(setting: SettingOfOdds, chance: Random) -> None:
    """One name has one number, and no play is better than the optimal one."""
    module = loading.load(setting.game)
    odds = Remembered(module)  # type: ignore[arg-type]
    with mock.patch.object(loading, "load", lambda name: odds if name == setting.game else module):
        told = list(_numbers(setting, odds))
        _check_texts(setting)
        _check_choices(setting, odds, chance)
    by_name = defaultdict(set)
    for name, number in told:
        by_name[name].add(json.dumps(number, sort_keys=True))
    torn = {name: sorted(numbers) for name, numbers in by_name.items() if len(numbers) > 1}
    assert not torn, (setting, torn)
    _check_best(setting, odds)


Named = Iterator[tuple[str, Any]]


def _numbers(setting: SettingOfOdds, odds: Any) -> Named:
    """All named numbers in the output for programs."""
    counted = _json(["odds", *setting.words, "--strategy", setting.strategy])
    played = _json(["strategy", *setting.words])
    assert counted["wagers"], "nothing was counted"
    first = counted["wagers"][0]["wager"]
    for wager in counted["wagers"]:
        yield from _of_wager(wager, counted["strategy"])
    yield from _of_rules(first, played["rules_of_thumb"])
    yield from _of_facts(first, counted["facts"], played["rules_of_thumb"])
    yield from _of_sheet(setting, first)


def _of_sheet(setting: SettingOfOdds, first: str) -> Named:
    """The parts of a report, without the slow ones: simulation, variations, typesetting."""
    plan = sheet.Plan(game=setting.game, asked=setting.asked())
    with (
        mock.patch.object(sheet, "_runs", return_value=((), None)),
        mock.patch.object(sheet, "variations", return_value=()),
    ):
        shape = as_json.shape(sheet.gather(plan))
    for wager in (*shape["wagers"], *_in_force(shape)):
        yield from _of_wager(wager, shape["strategy"])
    for cost in shape["strategies"]:
        yield f"ev of {first} by {cost['strategy']}", cost["ev"]
        if cost["cost"] is not None and shape["rules_of_thumb"]:
            yield f"cost of {cost['strategy']}", cost["cost"]
    yield from _of_rules(first, shape["rules_of_thumb"])
    yield from _of_facts(first, shape["facts"], shape["rules_of_thumb"])


def _in_force(shape: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Of all pay tables those that this table has."""
    force = {(wager["wager"], wager["table"]) for wager in shape["wagers"]}
    yield from (wager for wager in shape["tables"] if (wager["wager"], wager["table"]) in force)


def _of_wager(wager: Mapping[str, Any], strategy: str) -> Named:
    """A wager's numbers; those of one that is not played have no strategy."""
    name = wager["wager"]
    by = f" by {wager['strategy'] or strategy}"
    yield f"ev of {name}{by}", wager["ev"]
    for figure in ("house_edge", "element_of_risk", "average_total_wager", "sd", "hit_frequency"):
        yield f"{figure} of {name}{by}", wager[figure]
    for figure in ("ev_without_jackpot", "break_even_meter"):
        if figure in wager:
            yield f"{figure} of {name}", wager[figure]
    for line in wager["lines"]:
        for figure in ("probability", "net", "contribution"):
            yield f"{figure} of {line['line']} of {name}{by}", line[figure]


def _of_rules(first: str, rules: Sequence[Mapping[str, Any]]) -> Named:
    for rule in rules:
        yield f"ev of {rule['rule']}", rule["ev"]
        yield f"cost of {rule['rule']}", rule["cost"]
        if rule["strategy"]:
            yield f"ev of {first} by {rule['strategy']}", rule["ev"]
            yield f"cost of {rule['strategy']}", rule["cost"]


def _of_facts(first: str, facts: Sequence[Mapping[str, Any]], rules: Sequence[Mapping[str, Any]]) -> Named:
    """Cells by their names; an edge of a play that rules of thumb name is that play's."""
    named = {rule["rule"]: rule["strategy"] for rule in rules if rule["strategy"]}
    for fact in facts:
        for row in fact["rows"]:
            for column, cell in zip(fact["columns"][1:], row[1:], strict=True):
                if isinstance(cell, dict):
                    yield f"{fact['title']}: {row[:2]} {column}", cell
                    if column == "house edge" and row[0] in named:
                        yield f"house_edge of {first} by {named[row[0]]}", cell


def _check_texts(setting: SettingOfOdds) -> None:
    """People read the same numbers as programs, with no digit more than the interval allows."""
    words = ["odds", *setting.words, "--strategy", setting.strategy]
    text, counted = _run(words), _json(words)
    for label, figure, times in (
        ("house edge ", "house_edge", 100),
        ("element of risk ", "element_of_risk", 100),
        ("ends ahead ", "hit_frequency", 100),
        ("average total wager ", "average_total_wager", 1),
        ("standard deviation ", "sd", 1),
    ):
        form = PERCENTAGE if times == 100 else NUMBER
        found = re.findall(rf"{label}{form.pattern}", text)
        shown = [wager[figure] for wager in counted["wagers"]]
        assert len(found) == len(shown), (setting, label, text)
        for (value, margin), number in zip(found, shown, strict=True):
            _check_shown(value, margin, number, times)
    text, played = _run(["strategy", *setting.words]), _json(["strategy", *setting.words])
    rows = re.findall(rf"{PERCENTAGE.pattern}\s+{PERCENTAGE.pattern}", text)
    assert len(rows) == len(played["rules_of_thumb"]), (setting, text)
    for (edge, of_edge, cost, of_cost), rule in zip(rows, played["rules_of_thumb"], strict=True):
        _check_shown(edge, of_edge, rule["ev"], -100)
        _check_shown(cost, of_cost, rule["cost"], 100)


def _check_shown(value: str, margin: str, number: Mapping[str, Any], times: int) -> None:
    """A text is the number, rounded; ± is how far its 95% interval reaches, and no estimate is without one."""
    assert bool(margin) == (number["basis"] == "estimated"), number
    last = Fraction(1, 10 ** len(value.partition(".")[2]))
    slack = last / 2 + (abs(times) * _last_digit(number["value"]) if margin else Fraction(1, 10**9))
    assert abs(Fraction(value) - times * Fraction(number["value"])) <= slack, (value, number)
    if margin:
        reach = max(
            Fraction(number["high"]) - Fraction(number["value"]), Fraction(number["value"]) - Fraction(number["low"])
        )
        assert abs(Fraction(margin) - abs(times) * reach) <= last + 2 * slack, (margin, number)
        assert len(margin.replace(".", "").lstrip("0")) <= 3, "no more digits than the interval supports"
        assert len(margin.partition(".")[2]) == len(value.partition(".")[2])


def _last_digit(text: str) -> Fraction:
    return Fraction(1, 10 ** -min(int(Decimal(text).as_tuple().exponent), 0))


def _check_choices(setting: SettingOfOdds, odds: Any, chance: Random) -> None:
    """A random decision: `ev` and the coach tell the same, the best first, and the text is the JSON's."""
    words, situation = _decision(setting, chance)
    if not words:
        return
    told = _json(["ev", *words])
    values = [Fraction(option["ev"]["value"]) for option in told["options"]]
    assert values == sorted(values, reverse=True)
    assert told["best"] == told["options"][0]["action"]
    text = _run(["ev", *words])
    for option in told["options"]:
        found = re.search(rf"^{re.escape(option['action'])} {{2,}}{NUMBER.pattern}", text, re.MULTILINE)
        assert found, (option, text)
        _check_shown(found[1], found[2] or "", option["ev"], 1)
    try:
        advice = advise(situation)
    except Silent:
        return
    advised = {f"{each.verb} {names(each.cards)}".strip(): each.ev.value for each in advice}
    for option in told["options"]:
        if option["action"] in advised:
            assert abs(advised[option["action"]] - Fraction(option["ev"]["value"])) < Fraction(1, 10**9), option


def _decision(setting: SettingOfOdds, chance: Random) -> tuple[list[str], Situation]:
    """A decision of the game as `ev` is asked for it, and as a coach sees it; no words where the game has none."""
    game = games.load(setting.game)
    deck = list(game.deck(game.rules.read(setting.rules)))
    hand = chance.sample(deck, {"lucky8s": 8, "blackjack": 2, "lunar": 5}.get(setting.game, 1))
    for card in hand:
        deck.remove(card)
    up = [] if setting.game == "lucky8s" else [chance.choice(deck)]
    rules = tuple(f"{key}={value}" for key, value in game.rules.read(setting.rules).written().items())
    verbs = ("play", "fold", "stand", "hit", "double", "split", "surrender", "bet", "buy", "exchange")
    ask = {"lucky8s": "call", "lunar": "elect"}.get(setting.game, "hand")
    situation = Situation(setting.game, rules, ask, verbs, tuple(hand), tuple(up), setting.stake)
    if setting.game not in ("lucky8s", "blackjack", "lunar") or setting.infinite:
        return [], situation
    words = [setting.game, "--hand", names(hand), "--stake", brief(setting.stake)]
    words += ["--up", names(up)] if up else []
    return words + (["--rules", " ".join(setting.rules)] if setting.rules else []), situation


def _check_best(setting: SettingOfOdds, odds: Any) -> None:
    """No strategy and no rule has a greater expectation than the optimal play."""
    asked = setting.asked()
    if odds.best_play(asked).name != "optimal":
        assert odds.best_play(asked).reason
        with pytest.raises(Exception, match="best_known"):
            odds.wagers(msgspec.structs.replace(asked, strategy="optimal"))
        return
    worth = {
        strategy: odds.wagers(msgspec.structs.replace(asked, strategy=strategy))[0].ev.value
        for strategy in loading.strategies(odds, asked)
    }
    assert worth["optimal"] == max(worth.values()), (setting, worth)
    for rule in odds.rules_of_thumb(asked):
        assert rule.cost.value >= 0, (setting, rule)
        assert abs(worth["optimal"] - rule.ev.value - rule.cost.value) < Fraction(1, 10**9), (setting, rule)


def _json(words: list[str]) -> Any:
    return json.loads(_run([*words, "--json"]))


def _run(words: list[str]) -> str:
    """The output of a command that runs in this process, as from the shell."""
    out, err = StringIO(), StringIO()
    with mock.patch.object(sys, "argv", ["houseway", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
            code: Any = 0
        except SystemExit as leave:
            code = leave.code
    assert not code, (words, err.getvalue())
    return out.getvalue()

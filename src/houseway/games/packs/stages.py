"""The meters that one round can come to, for a player who has a progressive bonus on every pack (rulings P5, P6).

The packs are settled in order, and each is paid from the meter as the one before left it. Two or three shares can fall
in one round, so a round has a few meters: the stages of the bonus. A bonus without a meter has one stage.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from houseway import meter as meters
from houseway.games.packs.lines import Met
from houseway.games.packs.paying import paid
from houseway.games.packs.rules import PACKS, Bonus, Rules, bonuses, kind_of
from houseway.games.packs.settle import meter_after
from houseway.money import Cents, brief
from houseway.paytable import Line
from houseway.refusal import Refusal
from houseway.table import Placed


class Ended(NamedTuple):
    """What a hand is paid at a stage: its line, what that adds, and the number of the stage that it leads to."""

    line: Line | None
    net: Cents
    after: int


class Stage(NamedTuple):
    """A meter that a pack may find, how many packs at least are settled before, and what every kind of hand is paid."""

    meter: Fraction
    settled: int
    ended: tuple[Ended, ...]


def stages(bonus: Bonus, kinds: Sequence[Met], rules: Rules, stake: Cents, meter: Fraction) -> list[Stage]:
    """All stages from the meter that the first pack finds."""
    settled = {meter: 0}
    found: list[Stage] = []
    while len(found) < len(settled):
        shows = list(settled)[len(found)]
        ended = []
        for met in kinds:
            line, net = paid(bonus.table, met, stake, shows)
            left = _left(shows, line, net, stake, bonus, rules)
            if settled[shows] < len(PACKS) - 1:
                settled.setdefault(left, settled[shows] + 1)
            ended.append(Ended(line, net, list(settled).index(left) if left in settled else len(found)))
        found.append(Stage(shows, settled[shows], tuple(ended)))
    return found


def shown(rules: Rules, given: Mapping[str, Cents]) -> dict[str, Fraction]:
    """What the meters of this table show: the amounts given, else what they are reset to."""
    hung = {bonus.name: bonus.reset for bonus in bonuses(rules).values() if bonus.progressive}
    for name in given:
        if name not in hung:
            raise Refusal(f"this table has no meter {name!r}; it has: {', '.join(hung) or 'none'}")
    return {name: Fraction(given.get(name, reset)) for name, reset in hung.items()}


def before(rules: Rules, shows: Mapping[str, Fraction], wagers: Iterable[Placed]) -> dict[str, Cents | Fraction]:
    """What the meters showed before these wagers went onto them (43.12(b))."""
    found: dict[str, Cents | Fraction] = {}
    for name, meter in shows.items():
        bonus = bonuses(rules)[name]
        wagered = sum(placed.amount for placed in wagers if kind_of(placed.wager) == name)
        found[name] = meter - meters.credited(Fraction(0), wagered, bonus.rate)
        if found[name] < 0:
            least = brief(-int(-meters.credited(Fraction(0), wagered, bonus.rate) // 1))
            raise Refusal(f"these wagers alone bring the meter {name} to {least}: let it show as much", "43.12(e)")
    return found


def _left(meter: Fraction, line: Line | None, net: Cents, stake: Cents, bonus: Bonus, rules: Rules) -> Fraction:
    """The meter after a hand was paid: a share that won something comes off it, with the stake (ruling P12)."""
    if line is None or line.kind != "share" or net <= 0:
        return meter
    return meter_after(meter - stake - net, {line.name}, bonus, rules)

"""What shared meters have to show after each entry, worked out from the rulings alone.

What a table says that it moved on a meter is not looked at: of a round its wagers, its payoffs and its end are. A rate
of each progressive wager goes onto the meter at "No more bets" (38.12(h), 43.12(b)), a prize comes off it as it stands
(N5, N10, N12, P6), the house tops it up, and a void round takes back what is left of what it moved (G4, HG1, HG2).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from houseway import games
from houseway.house.definition import Definition
from houseway.house.office_deeds import STREAM as HOUSE
from houseway.house.record import Entry
from houseway.house.store import Store

LUNAR = {"Four-of-a-kind": 500_00, "Full House": 100_00, "Flush": 50_00}  # 38.12(g); shares apart
NOT_ACCEPTED = re.compile(r"finds seat (\d+) (\S+) not accepted")
TENTH = "6-Card Royal Flush"
TOP = ("Diamond Royal Flush", "7-Card Straight Flush")  # at Pack's the whole meter


class Round(msgspec.Struct):
    """A round as far as one meter knows it."""

    rules: Any
    reset: int  # with which it began (HG2)
    own: Fraction = Fraction(0)  # what of it would go back
    share: int | None = None  # of a royal flush, once the first of them is paid (N10)
    royals: int = 1  # that share: what they cannot share stays with the house (G1)
    won: set[str] = set()  # lines that took from the meter in the pack that is settled
    put: Fraction = Fraction(0)  # what it has put on the meter


class Happening(msgspec.Struct):
    """An entry of a table, as far as its meters are concerned."""

    entry: Entry
    definition: Definition
    rules: Any  # in force
    number: int  # of the round
    opens: bool
    void: bool
    closes: bool
    moves: list[dict[str, Any]]
    refused: set[tuple[str, str]]  # seats and wagers that the system did not accept
    changes: dict[str, int]
    sets: dict[str, str]


def wrong_with_meters(store: Store, definitions: Iterable[Definition]) -> list[str]:
    """Where the record says something else than the rulings."""
    tables = [each for definition in definitions for each in _happenings(store, definition)]
    office = [(entry, msgspec.json.decode(entry.body)) for entry in store.whole(HOUSE)]
    found: list[str] = []
    for name in sorted(store.meters()):
        hung = [(body["changes"][name], body) for _, body in office if name in body.get("meters", {})]
        if hung:
            found += _Meter(name, dict(hung)).follow(tables, store.meters()[name].amount)
    return found


def _happenings(store: Store, definition: Definition) -> Iterator[Happening]:
    game = games.load(definition.game)
    rules, number, foreseen = game.rules.read(definition.rules), 0, list[str]()
    for entry in store.whole(f"table/{definition.name}"):
        body, sealed = msgspec.json.decode(entry.body), msgspec.json.decode(entry.sealed)
        asked, opens = body["command"], "opened" in body
        if asked["do"] == "report" and NOT_ACCEPTED.fullmatch(asked["words"]):
            (foreseen.remove if asked["taken_back"] else foreseen.append)(asked["words"])
        number += opens
        closed = body.get("closed")
        refused = {found.groups() for words in foreseen if (found := NOT_ACCEPTED.fullmatch(words))}
        moves = [move for move in body["moves"] if move.get("clause") not in ("HG1", "HG6")]
        void, sets = bool(closed and closed["void"]), body.get("meters", {})
        pair = (entry, definition, rules, number, opens, void, closed is not None)
        yield Happening(*pair, moves, refused, sealed.get("changes", {}), sets)  # type: ignore[arg-type]
        if "rules" in body:
            rules = game.rules.read(body["rules"])
        if opens or body.get("table_closed"):
            foreseen = []


class _Meter:
    """One meter of the house, setting by setting."""

    def __init__(self, name: str, office: Mapping[int, dict[str, Any]]) -> None:
        self.name = name
        self.amount = Fraction(0)
        self.reset = 0
        self.rounds: dict[tuple[str, int], Round] = {}
        self.found: list[str] = []
        self._office = office

    def follow(self, tables: Iterable[Happening], last: Fraction) -> list[str]:
        linked: list[tuple[int, bool, str, Happening | None]] = [(read, True, "", None) for read in self._office]
        for each in tables:
            for game_name, other in each.definition.meters.items():
                if other == self.name:
                    linked.append((each.changes[game_name], other in each.sets, game_name, each))
        for read, sets, game_name, happening in sorted(linked, key=lambda each: each[:2]):
            if happening is None:
                self._office_sets(read)
                continue
            before = self.amount
            prize = self._happens(game_name, happening)
            if sets or self.amount != before:
                said = Fraction(happening.sets.get(self.name, str(before)))
                if said != self.amount:
                    entry = happening.entry
                    self.found.append(
                        f"{self.name} after {entry.stream} {entry.version} {entry.event}: {said} instead of"
                        f" {self.amount}, it was {before}; the reset is {self.reset}"
                    )
                    self.amount = said
            if prize:
                self._is_paid_out(happening, before)
        if self.amount != last:
            self.found.append(f"{self.name} shows {last} instead of {self.amount}")
        return self.found

    def _office_sets(self, read: int) -> None:
        body = self._office[read]
        self.reset = body["command"]["reset"]
        if not read:
            self.amount = Fraction(body["command"]["amount"])

    def _happens(self, name: str, it: Happening) -> bool:
        """The meter as an entry has to leave it; tells whether a prize came off it."""
        key, prize = (it.entry.stream, it.number), False
        if it.opens:
            self.rounds[key] = Round(it.rules, self.reset)
        playing = self.rounds.get(key)
        if playing is None:
            return False
        before = self.amount
        if it.opens and not it.void:
            playing.put = _put_on(it, name)
            self.amount += playing.put
        for move in it.moves if not it.void else ():
            if move["move"] == "resolved" and _is_upon(move["payoff"], name) and move["payoff"]["result"] == "win":
                prize |= self._pays(it, playing, name, move["payoff"])
            elif move["move"] == "cards" and move["source"] == "community":
                prize |= self._pack_is_over(playing)
        playing.own += self.amount - before
        if it.void:
            self.amount = max(self.amount - playing.own, Fraction(0))
        if it.closes:
            del self.rounds[key]
        return prize

    def _pays(self, it: Happening, playing: Round, name: str, payoff: dict[str, Any]) -> bool:
        prize, line = payoff["stake"] + payoff["net"], payoff["line"]
        if it.definition.game == "packs":
            if not getattr(playing.rules, f"{name}_progressive") or line not in (TENTH, *TOP):
                return False
            playing.won.add(line)
            self.amount = max(self.amount - prize, Fraction(0))
            return True
        wanted = self._lunar(playing, line, prize)
        if prize != wanted:
            self.found.append(f"{it.entry.stream} {it.entry.version}: {line} was paid {prize} instead of {wanted}")
        share = line == "Royal Flush" or (line == "Straight Flush" and _is_percent(playing))
        if not share and playing.rules.fixed_prizes == "inventory":
            return False
        left = self.amount - prize
        below = self.amount < playing.reset and left >= (playing.royals if line == "Royal Flush" else 1)
        self.amount = left if below else max(left, Fraction(playing.reset))
        return True

    def _lunar(self, playing: Round, line: str, prize: int) -> int:
        if line in LUNAR:
            return LUNAR[line]
        if line == "Straight Flush":
            return int(self.amount / 10) if _is_percent(playing) else 5_000_00
        if playing.share is None:
            shares = [int(self.amount / royals) for royals in range(1, 5)]
            playing.share = prize if prize in shares else shares[0]
            playing.royals = shares.index(playing.share) + 1
        return playing.share

    def _pack_is_over(self, playing: Round) -> bool:
        won, playing.won = playing.won, set()
        if won - {TENTH} or (won and playing.rules.tenth_below_reset == "topped_up"):
            self.amount = max(self.amount, Fraction(playing.reset))
        return bool(won)

    def _is_paid_out(self, it: Happening, before: Fraction) -> None:
        """Of what other rounds put on it nothing is left but what is above their reset amount (HG1, HG2)."""
        for key, other in self.rounds.items():
            reached = self.amount == other.reset or self.amount < before >= other.reset
            if key[0] != it.entry.stream and reached:
                other.own = min(other.own, max(self.amount - other.reset, Fraction(0)))


def _is_percent(playing: Round) -> bool:
    return bool(playing.rules.straight_flush_progressive == "percent")


def _is_upon(payoff: dict[str, Any], name: str) -> bool:
    return bool(payoff["wager"] == name or re.fullmatch(rf"{name}_[123]", payoff["wager"]))


def _put_on(it: Happening, name: str) -> Fraction:
    """What the progressive wagers of a round bring the meter."""
    if it.definition.game == "lunar":
        taken = sum(move["move"] == "chips" and move["clause"] == "38.7(b)" for move in it.moves)
        returned = sum(
            move["move"] == "resolved"
            and (move["payoff"]["wager"], move["payoff"]["result"]) == ("progressive", "void")
            for move in it.moves
        )
        return Fraction((taken - returned) * it.rules.rate)
    wagers = [
        (move["target"].split("/"), move["amount"])
        for move in it.moves
        if move["move"] == "chips" and move["clause"] == "43.6(a)"
    ]
    upon = [
        amount
        for (seat, wager), amount in wagers
        if re.fullmatch(rf"{name}_[123]", wager) and (seat, wager) not in it.refused
    ]
    progressive = getattr(it.rules, f"{name}_progressive")
    return sum(upon) * Fraction(getattr(it.rules, f"{name}_rate")) / 100 if progressive else Fraction(0)

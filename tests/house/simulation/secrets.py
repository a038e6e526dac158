"""What nobody may have been shown, looked for in every frame that left the house, by the record alone."""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from house.simulation.network import Sent
from house.simulation.witness import Witness
from house.simulation.world import promised
from houseway.house.definition import Definition
from houseway.house.live import LiveTable
from houseway.house.rebuilding import rerun

UNKNOWN = 53
_HEX = re.compile(rb"[0-9a-f]{64}")


class Known:
    """What the record of one table says may be known, version by version."""

    def __init__(self, definition: Definition, witness: Witness) -> None:
        self.entries = witness.entries.get(f"table/{definition.name}", [])
        self.bodies = witness.bodies.get(f"table/{definition.name}", [])
        self.deciders: list[dict[str, str]] = [{}]  # by version: who decides for which seat in the round of then
        self.public: list[set[int]] = [set()]  # cards that everybody has seen in it
        self.own: list[dict[str, set[int]]] = [{}]  # cards that were before a seat in it
        self.dealt_at: list[int | None] = [None]  # the time of the last entry that has to do with a round
        self.secrets: dict[str, int | None] = {}  # seeds, and the version from which each may be known
        for body in self.bodies:
            self._follow(body)
        for version, entry in enumerate(self.entries, 1):
            body = self.bodies[version - 1]
            of_a_round = body["moves"] or body["phase"] == "playing"
            self.dealt_at.append(entry.at if of_a_round else self.dealt_at[-1])
            sealed = msgspec.json.decode(entry.sealed)
            if "seed" in sealed:
                self.secrets.setdefault(sealed["seed"], None)
            if "round" in sealed:
                self.secrets.setdefault(sealed["round"]["seed"], None)
            if "seed" in body:
                self.secrets[body["seed"]["seed"]] = version
        live = LiveTable(definition)
        self.private = live.cards.private
        self.there = [set[str]()]  # by version: who is at the table, or decides in its round
        for _ in rerun(live, self.entries):
            deciders = live.playing.deciders.values() if live.playing is not None else ()
            self.there.append({*live.state.people, *deciders})

    def _follow(self, body: dict[str, Any]) -> None:
        begun = body.get("opened")
        self.deciders.append(begun["deciders"] if begun else self.deciders[-1])
        public = set[int]() if begun else set(self.public[-1])
        own = {} if begun else {seat: set(cards) for seat, cards in self.own[-1].items()}
        for move in body["moves"]:
            cards = set(move.get("cards", ()))
            if _is_public(move):
                public |= cards
            for seat in _seats(move):
                own.setdefault(seat, set()).update(cards)
        self.public.append(public)
        self.own.append(own)

    def mine(self, name: str, version: int) -> set[str]:
        return {seat for seat, who in self.deciders[version].items() if who == name}

    def cards(self, name: str, version: int) -> set[int]:
        """All cards of the round that somebody may have seen by then."""
        own = self.own[version]
        return self.public[version].union(*(own.get(seat, set()) for seat in self.mine(name, version)))


def check_frames(witness: Witness, delay: int, definitions: dict[str, Definition]) -> None:
    """Every frame that was sent, held against what its viewer may know."""
    known = {name: Known(definition, witness) for name, definition in definitions.items()}
    for sent in witness.sent:
        frame = msgspec.json.decode(sent.frame)
        if frame["type"] in ("wallet", "meters"):
            continue
        there = known[sent.table]
        version = frame["view"]["version"] if frame["type"] == "table" else frame["version"]
        who = f"{sent.actor.name} at version {version} of {sent.table}"
        if frame["type"] == "moved":
            _check_moves(there, sent.actor.name, version, frame, who)
            shown = [frame["ask"], (frame["result"] or {}).get("opened")]
        else:
            shown = [frame["view"]["ask"], frame["view"]["felt"], (frame["view"]["result"] or {}).get("opened")]
        promised(_cards(shown) <= there.cards(sent.actor.name, version) | {UNKNOWN}, f"{who} sees a hidden card")
        for found in _HEX.findall(sent.frame):
            since = there.secrets.get(found.decode(), 0)
            promised(since is not None and since <= version, f"{who} is told a seed")
        _check_delay(there, sent, version, frame["at"], delay, who)


def _check_moves(there: Known, name: str, version: int, frame: dict[str, Any], who: str) -> None:
    """The moves of the record, and of their cards those that the viewer may see."""
    mine, body = there.mine(name, version), there.bodies[version - 1]
    if not frame["moves"] and not frame["beside"] and frame["opened"] is None:
        return  # how a version stands, told again
    promised(frame["beside"] == body["beside"], f"{who} is told something else beside the round")
    promised(not _cards(frame["beside"]) - {UNKNOWN}, f"{who} sees cards beside the round")
    promised(len(frame["moves"]) == len(body["moves"]), f"{who} is told fewer moves")
    for told, made in zip(frame["moves"], body["moves"], strict=True):
        sees = _is_public(made) or bool(mine & set(_seats(made)))
        number = 0 if made.get("verb") == "set" else len(made.get("cards", ()))  # how much he has set nobody else sees
        hidden = {**made, "cards": [UNKNOWN] * number} if "cards" in made else made
        promised(told == (made if sees else hidden), f"{who} is told {told} of {made}")


def _check_delay(there: Known, sent: Sent, version: int, at: int, delay: int, who: str) -> None:
    name = sent.actor.name
    late = there.private and sent.actor.role == "player" and name not in there.there[sent.head]
    # Who leaves with this version saw what was before it; a round that begins with it is not his.
    leaves = name in there.there[max(version - 1, 0)] and not there.bodies[version - 1].get("opened")
    dealt = there.dealt_at[version]
    if late and not leaves and dealt is not None:
        promised(dealt + delay <= at, f"{who} is told too early")


def _is_public(move: dict[str, Any]) -> bool:
    if move["move"] == "cards":
        return bool(move["shown"] or move["up"])
    return not (move["move"] == "acted" and move.get("hidden"))


def _seats(move: dict[str, Any]) -> Iterable[str]:
    """The seats before which the cards of a move lie, or lay."""
    if move["move"] == "acted":
        return (str(move["seat"]),)
    areas = [move.get(key) for key in ("source", "target", "area")]
    return [area.partition("/")[0] for area in areas if area and area.partition("/")[0].isdigit()]


def _cards(value: Any) -> set[int]:
    """All cards that stand somewhere in what was told, wherever a key says that these are cards."""
    found: set[int] = set()
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("hand", "plays", "cards", "card", "up", "down"):
                found |= _numbers(inner)
            else:
                found |= _cards(inner)
    elif isinstance(value, list):
        for inner in value:
            found |= _cards(inner)
    return found


def _numbers(value: Any) -> set[int]:
    if isinstance(value, dict):
        return set().union(*(_numbers(inner) for inner in value.values())) if value else set()
    if isinstance(value, list):
        return set().union(*(_numbers(inner) for inner in value)) if value else set()
    return {value} if isinstance(value, int) and not isinstance(value, bool) else set()

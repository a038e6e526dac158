"""Mistakes that a house could make, planted to show that the simulation finds them."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from houseway.house import departures, playing, tables, turn, views, watching
from houseway.house.answering import Answers
from houseway.house.carrying import Carrying
from houseway.house.linking import Meters
from houseway.house.outings import Way
from houseway.house.running import House
from houseway.house.standing import Standing
from houseway.house.state import Live
from houseway.house.store import MeterSet

Planted = Callable[[pytest.MonkeyPatch], None]


def shows_before_the_commit(patch: pytest.MonkeyPatch) -> None:
    done = Carrying._done

    def early(carrying: Any, way: Way, live: Any, sealed: Any) -> Any:
        made = done(carrying, way, live, sealed)
        carrying._house.watchers(way.table.name).tell(live, way.at)
        return made

    patch.setattr(Carrying, "_done", early)


def forgets_command_ids(patch: pytest.MonkeyPatch) -> None:
    wanted = tables.Table.wanted

    def anonymous(table: Any, live: Any, at: int, actor: str, command: str | None, *rest: Any) -> Any:
        return wanted(table, live, at, actor, None, *rest)

    patch.setattr(tables.Table, "wanted", anonymous)


def does_not_look_up_what_was_carried_out_before(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Answers, "recorded", lambda answers, said, table, stream: None)


def skips_the_resume(patch: pytest.MonkeyPatch) -> None:
    start = House.start
    patch.setattr(House, "start", lambda house, recover=True: start(house, recover=False))


def keeps_what_was_not_stored(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(tables.Table, "forget", lambda table: None)


def loses_the_deadline_of_a_table_that_is_made_again(patch: pytest.MonkeyPatch) -> None:
    forget = tables.Table.forget

    def forgets(table: tables.Table) -> None:
        forget(table)
        table.standing = Standing(table.version)

    patch.setattr(tables.Table, "forget", forgets)


def sets_meters_as_if_nobody_else_did(patch: pytest.MonkeyPatch) -> None:
    def sets(meters: Meters, live: Any, done: Any, read: Any) -> tuple[MeterSet, ...]:
        there = meters._store.meters()
        moved: dict[str, str] = done.body.get("meters", {})
        return tuple(
            MeterSet(name, there[name].changes, Fraction(text), there[name].reset)
            if name in there
            else MeterSet(name, 0, Fraction(text), 0)
            for name, text in moved.items()
        )

    patch.setattr(Meters, "sets", sets)
    patch.setattr(Meters, "_read", lambda meters: meters._shown or _first(meters))


def shows_hidden_cards(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(views, "seen_by", lambda move, viewer: move)


def shows_hidden_cards_to_who_comes_back(patch: pytest.MonkeyPatch) -> None:
    lying = views._lying
    patch.setattr(views, "_lying", lambda felt, seats: lying(felt, range(1, 8)))


def shows_everything_at_once_to_spectators(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(watching, "is_delayed", lambda live, actor: False)


def leaves_out_versions(patch: pytest.MonkeyPatch) -> None:
    happened = views.happened_since

    def last(*args: Any) -> Any:
        told = happened(*args)
        return told and told[-1:]

    patch.setattr(views, "happened_since", last)


def does_not_hear_other_processes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(House, "hear", lambda house, stream, version: None)


def draws_chance_that_is_not_on_the_record(patch: pytest.MonkeyPatch) -> None:
    drawn = iter(range(1, 1_000_000))
    patch.setattr(turn.Turn, "derived", lambda turn, use: next(drawn).to_bytes(32, "big"))


def waits_again_for_who_is_not_connected(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(playing, "_is_acted_for", playing._is_gone)


def gives_a_seat_up_too_early(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(departures, "_has_waited", lambda live, person, at: person.away is not None)


def forgets_who_is_away(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Live, "seat_due", None)
    patch.setattr(departures, "_has_waited", lambda live, person, at: False)


PLANTED: tuple[Planted, ...] = (
    shows_before_the_commit,
    forgets_command_ids,
    does_not_look_up_what_was_carried_out_before,
    skips_the_resume,
    keeps_what_was_not_stored,
    loses_the_deadline_of_a_table_that_is_made_again,
    sets_meters_as_if_nobody_else_did,
    shows_hidden_cards,
    shows_hidden_cards_to_who_comes_back,
    shows_everything_at_once_to_spectators,
    leaves_out_versions,
    does_not_hear_other_processes,
    draws_chance_that_is_not_on_the_record,
    waits_again_for_who_is_not_connected,
    gives_a_seat_up_too_early,
    forgets_who_is_away,
)


def _first(meters: Meters) -> Any:
    meters._shown = meters._store.meters()
    return meters._shown

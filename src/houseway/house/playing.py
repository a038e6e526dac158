"""The round at a live table: it begins with the wagers on the layout, goes on from ask to ask, and ends.

The table decides for its bots, by what they see, and for players who have left. If the procedure fails, which no
rulebook provides for, the step that failed does not count and the round is void (ruling G4).
"""

from collections.abc import Callable
from functools import partial

import msgspec

from houseway.asks import Act, Ask, Who
from houseway.felt import CAGE, COUPON_BOX, INVENTORY, PURSES, SHOE, Payoff
from houseway.house import between, bots, departures, foreseeing, posted, round_setup
from houseway.house.commands import Abandon, Decide, Payout, Validate
from houseway.house.ending import everything_back, finished_round, nets
from houseway.house.finished import SUPERVISOR, Said
from houseway.house.in_round import say
from houseway.house.noticing import where
from houseway.house.state import Live, Person, Playing
from houseway.house.turn import Deed, Turn
from houseway.irregularity import Irregularity, Leaving
from houseway.procedure import Round
from houseway.refusal import Refusal

FAILED = "the house could not go on with it"

# What somebody did, as the name of an event says it.
PAST = {
    "set": "set",
    "house way": "set_house_way",
    "play": "played",
    "fold": "folded",
    "check": "checked",
    "bet": "bet",
    "call": "called",
    "raise": "raised",
    "lay": "laid",
    "pass": "passed",
    "hit": "hit",
    "stand": "stood",
    "double": "doubled",
    "split": "split",
    "surrender": "surrendered",
    "insure": "insured",
    "even money": "took_even_money",
    "decline": "declined",
    "buy": "bought",
    "exchange": "exchanged",
    "force": "forced",
    "declare": "declared",
}


def begins(live: Live, turn: Turn) -> None:
    """No more bets: the round begins with the wagers that lie."""
    state = live.state
    state.number += 1
    if not live.game.wagers:
        state.button = round_setup.next_button(live)
    setup = round_setup.setup(live, turn)
    first = bool(setup.dealing) and turn.is_so("left_out_first")
    count = round_setup.count(live, turn, setup, () if first else setup.dealing)
    if count is not None and not first:
        setup = msgspec.structs.replace(setup, dealing=(*setup.dealing, count))
    playing = Playing(state.number, setup, round_setup.deciders(live, setup))
    playing.opened = (state.version + 1, turn.at)
    live.playing, state.phase = playing, "playing"
    state.wagers, state.foreseen = [], []
    turn.event = "round.opened/1"
    turn.round_opens()
    turn.begins_by(posted.pays(live.game.name, live.rules))
    turn.facts["opened"] = {"number": playing.number, "deciders": {str(s): n for s, n in playing.deciders.items()}}
    steps(live, turn, lambda: _deal(live, playing, first, count is not None))


def decide(live: Live, turn: Turn, asked: Decide) -> Deed:
    """The answer to what is asked."""
    running, playing = _must_play(live, turn)
    seat = _seat_of(live, playing, running, turn.actor.name, asked.seat)
    act = Act(asked.verb, asked.amount, asked.cards, asked.groups)
    running.check(seat, act)

    def deed() -> None:
        turn.event, turn.answer = f"{live.game.name}.{PAST[asked.verb]}/1", {"seat": seat}
        steps(live, turn, lambda: answers(playing, running, seat, act))

    return deed


def validate(live: Live, turn: Turn, asked: Validate) -> Deed:
    """The supervisor validates a payout, or refuses it (ruling G5): the one that he names, and no other."""
    if asked.of is not None and not _means(asked.of, waiting_payout(live), turn):
        raise Refusal("that payout waits no longer: it is decided, or its round is over; look at what waits now", "G5")
    running, playing = _must_play(live, turn)
    act = Act("validate" if asked.granted else "refuse")
    running.check(SUPERVISOR, act)

    def deed() -> None:
        turn.event = "round.validated/1" if asked.granted else "round.refused/1"
        steps(live, turn, lambda: answers(playing, running, SUPERVISOR, act))

    return deed


def waiting_payout(live: Live) -> Payout | None:
    """The payout that a supervisor is to validate."""
    playing, running = live.playing, live.round
    if playing is None or running is None or running.ask is None or SUPERVISOR not in running.waiting():
        return None
    _, _, seat, wager = running.ask.kind.split()
    before = sum(said.who == SUPERVISOR and str(said.floor).endswith(f" seat {seat} {wager}") for said in playing.said)
    return Payout(playing.number, int(seat), wager, before + 1)


def reports(live: Live, turn: Turn, words: str, irregularity: Irregularity) -> Deed:
    """The floor speaks while the round is in play."""
    playing, running = live.playing, live.round
    if playing is None or running is None:
        raise Refusal("no round is in play: wait for the next deal")
    if irregularity.seat is not None and irregularity.seat not in running.table.seats:
        raise Refusal(f"nobody plays at seat {irregularity.seat}, only at {', '.join(map(str, running.table.seats))}")

    def speaks() -> None:
        first = SUPERVISOR in running.waiting() and turn.is_so("speaks_first")
        say(playing, running, Said(None, None, words), first)
        running.floor(irregularity)

    return lambda: steps(live, turn, speaks)


def times_out(live: Live, turn: Turn) -> None:
    """The deadline has come: the house acts for all who have not answered (ruling G6), or a pause is over.

    The round does not wait a second time for a player who is not connected.
    """
    playing, running = live.playing, live.round
    assert playing is not None
    assert running is not None
    waiting = running.waiting()
    turn.event, turn.answer = "round.timed_out/1", {"timed_out": waiting}

    for who in waiting:
        person = live.state.people.get(playing.deciders[who]) if isinstance(who, int) else None
        if person is not None:
            person.timed_out = person.away is not None

    def acts_for_them() -> None:
        running.go_on()
        ask = running.ask
        for who in waiting:
            if running.ask is ask:
                _acts_for(playing, running, who)

    steps(live, turn, acts_for_them)


def abandon(live: Live, turn: Turn, asked: Abandon) -> Deed:
    """The house cannot go on with the round: everything goes back (ruling G4)."""
    playing = live.playing
    if playing is None or live.state.phase != "playing":
        raise Refusal("no round is in play: wait for the next deal")

    def deed() -> None:
        playing.failed, playing.abandoned = FAILED, True

    return deed


def steps(live: Live, turn: Turn, step: Callable[[], None]) -> None:
    """Let the procedure do a step. Whatever fails in it, the house stands: the round is void."""
    playing, failed = live.playing, turn.failed
    assert playing is not None
    if turn.lost:
        playing.lost = True
        return
    if failed is None:
        decided = turn.decisions
        try:
            step()
            return
        except Exception as error:  # an error of the program, whatever it is: no refusal comes as far as this
            failed, turn.wrong = type(error).__name__, where(error)
            turn.forget(decided)
    turn.used["failed"] = failed
    playing.failed = FAILED


def goes_on(live: Live, turn: Turn) -> None:
    """Continue a round: bots decide, the house acts for players who have left, and the next ask gets its deadline."""
    playing = live.playing
    assert playing is not None
    if playing.failed is None and not playing.lost:
        steps(live, turn, lambda: _go_on(live, turn, playing))
    if playing.failed is not None:
        payoffs, moves = everything_back(live.game, playing)
        turn.play(moves)
        _finish(live, turn, playing, payoffs)
    elif playing.round is not None and playing.round.done:
        _finish(live, turn, playing, playing.round.payoffs)


def answers(playing: Playing, running: Round, who: Who, act: Act) -> None:
    """An answer goes in, and is noted."""
    assert running.ask is not None
    if who == SUPERVISOR:  # a round file says who validates what anywhere: no pause goes by with it
        _, _, seat, wager = running.ask.kind.split()
        verb = "validates" if act.verb == "validate" else "refuses"
        playing.said.append(Said(who, None, f"{verb} seat {seat} {wager}"))
    else:
        playing.paused = running.paused
        playing.said.append(Said(who, act))
    running.answer(who, act)


def deadline(live: Live, at: int, ask: Ask | None) -> int | None:
    """When an ask has to be answered; None: somebody waits for a supervisor, however long it takes (ruling G5)."""
    clocks = live.definition.clocks
    if ask is None:
        return None
    if not ask.choices:
        return at + clocks.pause
    if SUPERVISOR in ask.choices:
        wait = clocks.until_policy(ask.prize)
        return None if wait is None else at + wait
    return at + clocks.decision


def _deal(live: Live, playing: Playing, first: bool, counts: bool) -> None:
    """The round up to its first ask, without what cannot happen of the foreseen; `first`: only then is counted."""
    playing.round, left_out = foreseeing.dealt(live.game, playing.setup, anywhere=not first)
    playing.left_out = foreseeing.told(live.game, left_out)
    if first and counts:
        playing.round = foreseeing.counted(playing.round)


def _go_on(live: Live, turn: Turn, playing: Playing) -> None:
    running = playing.round
    assert running is not None
    while running.ask is not None and running.ask.choices:
        ask = running.ask
        for who in running.waiting():
            if running.ask is ask:
                _decide_for(live, turn, playing, running, who)
        if running.ask is ask:
            break
    assert not running.done or not _left(live, running), f"chips were left on {_left(live, running)}"
    turn.play(running.moves[len(playing.record) :])
    if running.ask is not playing.asked:
        playing.asked = running.ask
        live.state.deadline = deadline(live, turn.at, running.ask)
    if playing.setup is not running.setup:  # it has begun, and nothing of that can fail any more
        playing.setup = running.setup
        _tell_left_out(turn, playing)


def _tell_left_out(turn: Turn, playing: Playing) -> None:
    """Of what the floor foresaw, what could not happen was left out."""
    if playing.left_out:
        turn.facts["left_out"] = [move.text for move in playing.left_out]
        turn.tell(playing.left_out)


def _decide_for(live: Live, turn: Turn, playing: Playing, running: Round, who: Who) -> None:
    """Decide for a bot, by what it sees, or for a player who has left. The others decide themselves."""
    person = live.state.people.get(playing.deciders[who]) if isinstance(who, int) else None
    if person is None:
        return
    if _is_acted_for(person):
        _acts_for(playing, running, who)
    elif person.strategy is not None and isinstance(who, int):
        assert running.ask is not None
        act = turn.decided(Act | None, partial(bots.act, live.game.strategies[person.strategy], running.view(who)))
        if act is None:
            _acts_for(playing, running, who)
        else:
            answers(playing, running, who, act)


def _acts_for(playing: Playing, running: Round, who: Who) -> None:
    """In the way that risks no further money (ruling G6); a payout is validated by house policy (ruling G5)."""
    assert running.ask is not None
    answers(playing, running, who, msgspec.structs.replace(running.ask.choices[who].default, by_house=True))


def _is_acted_for(person: Person) -> bool:
    """Does the house act at once for a player, who has left, or was not connected when their time was over?"""
    return _is_gone(person) or person.timed_out


def _is_gone(person: Person) -> bool:
    return person.absent or (person.leaving is not None and person.strategy is None)


def _finish(live: Live, turn: Turn, playing: Playing, payoffs: list[Payoff]) -> None:
    """The round is over: what it leaves is carried over, and its result is shown for a moment."""
    state = live.state
    finished = finished_round(live, turn, playing, payoffs)
    state.phase, state.deadline = "result", turn.at + live.definition.clocks.result
    if live.game.pots and (apart := list(live.books.apart(turn.moves))) and turn.is_so("commission_apart"):
        turn.tell(apart)
    used, removed = len(playing.setup.shoe), set[Leaving]()
    if playing.round is not None and playing.failed is None:
        used -= playing.round.felt.count(SHOE)
        removed = playing.round.table.removed
    inspect = sorted(live.seats()) if "deck" in removed and turn.is_so("shows_cards") else []
    stay_away = bool(removed - {"deck"}) and turn.is_so("devices_stay_away")
    turn.tell(live.cards.round_over(used, removed, stay_away, turn.at, inspect))
    between.reveal(live, turn)
    voided = playing.failed is not None or (playing.round is not None and playing.round.table.voided)
    playing.closed = {
        "number": playing.number,
        "void": voided,
        "payoffs": msgspec.to_builtins(payoffs),
        "nets": nets(live, payoffs),
        "meters": dict(state.meters),
        "commitment": finished.commitment,
        "seed": live.seeds.get(finished.commitment),
    }
    turn.facts["closed"] = playing.closed
    turn.used["round"] = msgspec.to_builtins(finished, str_keys=True)
    turn.event = "round.abandoned/1" if playing.abandoned else "round.voided/1" if voided else "round.closed/1"
    live.finished.append(finished)
    departures.round_over(live, turn)
    if state.closing:
        between.closes(live, turn)


def _must_play(live: Live, turn: Turn) -> tuple[Round, Playing]:
    """A round is in play and its deadline has not come."""
    playing, running = live.playing, live.round
    if playing is None or running is None:
        raise Refusal("no round is in play: wait for the next deal")
    if turn.is_late(live.state.deadline):
        raise Refusal("the time is over: the house decides for you, answer sooner next time", "G6")
    return running, playing


def _means(named: Payout, waits: Payout | None, turn: Turn) -> bool:
    """Is this the payout that waits? Records of before do not tell one of several upon the same wager."""
    if named == waits or waits is None:
        return named == waits
    return not turn.is_so("counts_payouts") and msgspec.structs.replace(named, nth=waits.nth) == waits


def _seat_of(live: Live, playing: Playing, running: Round, name: str, named: int | None) -> int:
    """The seat for which somebody answers: the one he names, or the one of his that is asked."""
    mine = [seat for seat, who in playing.deciders.items() if who == name]
    if named is not None and mine and named not in mine:
        raise Refusal(f"{name} does not decide for seat {named}: name one of {', '.join(map(str, mine))}, or none")
    backed = [placed.seat for placed in playing.setup.wagers if placed.player == name]
    if not mine and backed:
        clause = "50.7(b)" if live.game.caller else None
        raise Refusal(f"{playing.deciders[backed[0]]} calls for seat {backed[0]}, not {name}", clause)
    if not mine:
        raise Refusal(f"{name} is not in the round")
    if _is_gone(live.state.people[name]):
        raise Refusal(f"{name} has left, or was made to leave: the house acts for them until the round is over", "G6")
    asked = [seat for seat in mine if seat in running.waiting()]
    return named if named is not None else (asked or mine)[0]


def _left(live: Live, running: Round) -> list[str]:
    """Betting areas and pots of this round on which chips lie."""
    carried = {INVENTORY, CAGE, COUPON_BOX, *live.game.pots.values()}
    lying = [area for area, amount in running.felt.chips.items() if amount and area not in carried]
    return [area for area in lying if not area.endswith(PURSES)]

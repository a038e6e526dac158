"""What people at a table want, by what they see of it; now and then something that nobody may do."""

from random import Random
from typing import Any

from dealing import random_act_of
from houseway import games
from houseway.asks import Act, Choice
from houseway.games.lucky8s.hands import house_way
from houseway.house import commands as c
from houseway.house.commands import Command
from houseway.house.views import ChoiceView, PersonView, TableView

ABSURD = 0.06  # share of wishes that are anything at all
CHIPS = (100_00, 400_00, 2_000_00, 6_000_00)
STAKES = (5_00, 10_00, 25_00)
REASON = "because"
RULES = ((), ("chip_unit=5",), ("positions=4",), ("dance=yes",), ("chip_unit=0",))


def player(view: TableView, name: str, chance: Random) -> Command | None:
    """What a player wants; None: to wait."""
    me = next((person for person in view.now.people if person.name == name), None)
    if chance.random() < ABSURD:
        return anything(view, chance)
    if view.ask is not None and view.ask.yours and chance.random() < 0.9:
        return _decides(view, chance)
    if me is None:
        return _comes(view, chance)
    if view.now.phase == "betting" and not me.ready:
        return _bets(view, me, chance)
    if chance.random() < 0.08:
        return c.Leave()
    return None


def floor(view: TableView, name: str, chance: Random) -> Command | None:
    """What a floorperson or a supervisor does; not all of it is for both."""
    if view.now.phase == "closed":
        return c.OpenTable(chance.choice((0, 50_000_00)), REASON)
    if view.ask is not None and "supervisor" in view.ask.waiting:
        _, _, seat, wager = view.ask.kind.split()
        return c.Validate(chance.random() < 0.8, REASON, c.Payout(view.now.number, int(seat), wager))
    kinds: list[type[Any]] = [c.Fill, c.Credit, c.CountDrop, c.CollectCommission, c.AddBot, c.AddBot, c.DismissBot]
    kinds += [c.Report, c.Report, c.VoidRound, c.Recut, c.MakeLeave, c.ChangeCards, c.ChooseRules, c.CloseTable]
    if view.pit is not None and view.pit.kept_away and chance.random() < 0.3:
        return c.AllowBack(chance.choice(view.pit.kept_away), REASON)
    return _of(chance.choice(kinds), view, chance)


def anything(view: TableView, chance: Random) -> Command:
    """Any command at all."""
    return _of(chance.choice(list(c.MAY)), view, chance)


def _comes(view: TableView, chance: Random) -> Command:
    seat = chance.randint(1, view.sign.positions)
    free = [each for each in range(1, view.sign.positions + 1) if each not in {p.seat for p in view.now.people}]
    if free and chance.random() < 0.8:
        return c.Sit(chance.choice(free), chance.choice(CHIPS))
    return (c.Back if chance.random() < 0.5 else c.Sit)(seat, chance.choice(CHIPS))


def _bets(view: TableView, me: PersonView, chance: Random) -> Command:
    """Wagers one after the other, then ready; who has little left buys chips or leaves."""
    if me.chips < 100_00 and not me.wagers:
        return c.BuyChips(chance.choice(CHIPS)) if chance.random() < 0.6 else c.Leave()
    if chance.random() < 0.05 and view.now.people:
        return c.Consent(chance.choice(view.now.people).name.replace("-", "_"), True)
    offers = view.sign.offers
    open_ones = [offer for offer in offers if offer.wager not in me.wagers]
    needed = [offer for offer in open_ones if offer.required]
    if needed or (open_ones and (not me.wagers or chance.random() < 0.4)):
        offer = chance.choice(needed or open_ones)
        stake = max(offer.low, chance.choice(STAKES))
        amount = min(stake - stake % offer.unit, offer.high)
        return c.Wager(me.seat, offer.wager, amount, _coupon(view, offer.wager, amount))
    others = [each.seat for each in view.now.people if each.seat != me.seat and each.seated and each.wagers]
    further = [offer for offer in offers if offer.wager in view.sign.elsewhere]
    if others and further and chance.random() < 0.3:
        offer = chance.choice(further)
        return c.Wager(chance.choice(others), offer.wager, chance.choice((offer.low, offer.low, 0)))
    if me.wagers and chance.random() < 0.1:
        return c.Wager(me.seat, chance.choice(sorted(me.wagers)), 0)
    return c.Ready()


def _coupon(view: TableView, wager: str, amount: int) -> int:
    """Now and then a coupon lies upon a wager, and sometimes where it may not. No chance: seeds stay what they were."""
    if view.version % 2 or not (view.sign.coupons[wager] or view.version % 10 == 0):
        return 0
    return amount


def _decides(view: TableView, chance: Random) -> Command:
    assert view.ask is not None
    seat = chance.choice(sorted(view.ask.yours))
    act = _act(chance.choice(view.ask.yours[seat]), chance)
    return c.Decide(act.verb, act.amount, act.cards, act.groups, chance.choice((None, seat)))


def _act(choice: ChoiceView, chance: Random) -> Act:
    if choice.groups:
        groups = house_way(choice.hand).groups
        return Act(choice.verb, groups=tuple(chance.sample(groups, chance.randint(0, len(groups)))))
    return random_act_of(Choice(**{name: getattr(choice, name) for name in Choice.__struct_fields__}), chance)


def _of(kind: type[Any], view: TableView, chance: Random) -> Command:
    command: Command = kind(**{name: _value(name, view, chance) for name in kind.__struct_fields__})
    return command


def _value(name: str, view: TableView, chance: Random) -> Any:
    game = games.load(view.game)
    people = [person.name for person in view.now.people] or ["Nobody"]
    irregularity = chance.choice(game.irregularities)
    return {
        "seat": chance.randint(1, 7),
        "chips": chance.choice((1, 50, *CHIPS)),
        "amount": chance.choice((0, 1, *STAKES, 1_000_00)),
        "coupon": 0 if view.version % 3 else 5_00,
        "inventory": chance.choice((0, 10_000_00)),
        "wager": chance.choice([*(offer.wager for offer in view.sign.offers), "dance"]),
        "player": chance.choice(people).replace("-", "_"),
        "allowed": chance.random() < 0.8,
        "ready": chance.random() < 0.9,
        "verb": chance.choice((*game.verbs, "dance")),
        "cards": tuple(chance.sample(range(53), chance.randint(0, 3))),
        "groups": (),
        "strategy": chance.choice(("simple", "simple", "dance")),
        "rules": chance.choice(RULES),
        "granted": chance.random() < 0.5,
        "of": c.Payout(max(1, view.now.number), 1, "progressive"),
        "taken_back": chance.random() < 0.2,
        "words": irregularity.words.format(seat=chance.randint(1, 6), number=chance.randint(0, 9), name="1"),
        "reason": REASON,
    }[name]

"""Round files: a round is a text. Above the line what happened at the table, below it what must follow."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Literal

import msgspec

from houseway import games
from houseway.asks import Act, imperative, third_person
from houseway.cards import read_cards
from houseway.irregularity import SPEAKS_FIRST, WAITS, Foreseen, Irregularity, check_still, read_floor
from houseway.meter import read_meter
from houseway.money import Cents, read_amount
from houseway.procedure import Game, Round, Setup
from houseway.refusal import Refusal
from houseway.round_lines import ENDS, Event, Expected, RoundFileRefusal, ShoeLines
from houseway.rules import GameRules
from houseway.table import DEFAULT_INVENTORY, Placed

LARGEST = 1 << 20  # bytes: a longer file is not a round
SEATED = "the seated player"  # who has no name in a round file
_WAGER = re.compile(r"([a-z_0-9]+)\s+(\S+)(?:\s*\+\s*coupon\s+(\S+))?", re.ASCII)
_NAME = re.compile(r"(?!(?:chips|coupons?)$)[^\W\d]\w{0,31}")  # areas of the felt end in the names left out


class RoundFile:
    """A round file as read: what the round begins with, what happens in it, what must follow."""

    def __init__(self, text: str) -> None:
        self.game: Game
        self._rule_lines: list[tuple[int, str]] = []
        self.events: list[Event] = []
        self.expected: list[Expected] = []
        self.expected_meters: dict[str, Cents] = {}
        self.has_result = False
        self.wager_lines: list[tuple[int, Placed]] = []
        self.shoe = ShoeLines()
        self._chips: dict[int, Cents] = {}
        self._backers: dict[str, Cents] = {}
        self._meters: dict[str, tuple[int, Cents | Fraction]] = {}
        self._chip_lines: dict[int, int] = {}
        self._button: int | None = None
        self._button_line = 1
        self._inventory = DEFAULT_INVENTORY
        self._dealing: list[tuple[int, Irregularity]] = []
        self._foreseen: list[Foreseen] = []
        self._sits: dict[str, tuple[int, int]] = {}  # the line that says so, and the seat
        self._consent: list[tuple[int, int, str | None, str, str | None]] = []  # line, seat, who speaks, verb, of whom
        lines = text.splitlines()
        for number, line in enumerate(lines, 1):
            self._read_line(number, line.partition("#")[0].strip())
        self._last_line = len(lines)
        if not hasattr(self, "game"):
            raise RoundFileRefusal(1, "the file is empty: the first line is 'game NAME'")
        self.rules = self._rules()
        self._seat_named()

    def setup(self) -> Setup:
        """What the round begins with; the round pauses wherever the floor may speak."""
        self._check_consent()
        self._check_places()
        return Setup(
            self.rules,
            self.shoe.stacked(self.game.deck(self.rules)),
            tuple(placed for _, placed in self.wager_lines),
            self._chips,
            self._backers,
            {name: amount for name, (_, amount) in self._meters.items()},
            self._button,
            tuple(irregularity for _, irregularity in self._dealing),
            self._inventory,
            pauses=True,
            looked_at=tuple(event.validation[1:] for event in self.events if event.validation),
        )

    def line_of(self, refusal: Refusal, setup: Setup) -> int:
        """The first line with which the round is refused so, the last one if all are needed."""
        growing = list(self._line_by_line(setup))
        for line, begun in growing:
            try:
                Round(self.game, begun)
            except Refusal as found:
                if found.message == refusal.message:
                    return line
        return growing[-1][0] if growing else self._last_rules_line

    def _line_by_line(self, setup: Setup) -> Iterator[tuple[int, Setup]]:
        """What the round begins with as it grows: who has chips, the wagers, the button, what the floor foresees."""
        grown = msgspec.structs.replace(setup, wagers=(), button=None, dealing=())
        if not self.game.wagers:
            grown = msgspec.structs.replace(grown, chips={})
            for seat, line in self._chip_lines.items():
                grown = msgspec.structs.replace(grown, chips=grown.chips | {seat: setup.chips[seat]})
                yield line, grown
        for line, placed in self.wager_lines:
            grown = msgspec.structs.replace(grown, wagers=(*grown.wagers, placed))
            yield line, grown
        if setup.button is not None:
            grown = msgspec.structs.replace(grown, button=setup.button)
            yield self._button_line, grown
        for line, irregularity in self._dealing:
            grown = msgspec.structs.replace(grown, dealing=(*grown.dealing, irregularity))
            yield line, grown

    def _read_line(self, number: int, line: str) -> None:
        if not line:
            return
        if not line.isprintable() and "\t" not in line:
            raise RoundFileRefusal(number, "this is not text: a round file is UTF-8 text")
        try:
            self._understand(number, line)
        except RoundFileRefusal:
            raise
        except Refusal as refusal:
            raise RoundFileRefusal(number, refusal.message, refusal.clause) from None

    def _understand(self, number: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if not hasattr(self, "game"):
            if word != "game":
                raise Refusal("the first line is 'game NAME'")
            self.game = games.load(rest)
        elif self.has_result:
            self._read_result(word, rest)
        elif line == "---":
            self.has_result = True
        else:
            self._read_upper(number, word, rest)

    def _read_upper(self, number: int, word: str, rest: str) -> None:
        match word:
            case "game":
                raise Refusal("the game is named once, in the first line")
            case "rules":
                self._rule_lines += [(number, pair) for pair in rest.split()]
            case "shoe":
                self._read_shoe(number, rest)
            case "meter":
                self._read_meter(number, rest)
            case "button":
                if self.game.wagers:
                    raise Refusal(f"{self.game.title} has no player button")
                self._button, self._button_line = _seat(rest), number
            case "inventory":
                self._read_inventory(number, rest)
            case "seat":
                self._read_seat(number, rest)
            case "floor":
                self._read_floor(number, rest)
            case _:
                known = "rules, shoe, meter, button, inventory, seat, floor or ---"
                raise Refusal(f"unknown word {word!r}: a line begins with {known}")

    def _read_inventory(self, number: int, rest: str) -> None:
        """What it is before the round; with a sign, what comes to it or leaves it where that stands."""
        if rest[:1] not in ("+", "-"):
            self._inventory = read_amount(rest)
        elif cents := read_amount(rest[1:].strip()):
            self.events.append(Event(number, None, None, None, inventory=cents if rest[0] == "+" else -cents))
        else:
            raise Refusal("nothing comes to the inventory: leave the line out, or give an amount: inventory +500")

    def _read_shoe(self, number: int, rest: str) -> None:
        """Only a shoe that stays from round to round may end before the whole deck has left it."""
        if rest == ENDS and not self.game.cut_card:
            raise Refusal(f"{self.game.title} is dealt from the whole deck in every round: leave 'shoe {ENDS}' out")
        self.shoe.read(number, rest)

    def _read_seat(self, number: int, rest: str) -> None:
        seat_text, _, rest = rest.partition(" ")
        seat, player = _seat(seat_text), None
        if rest.startswith("player "):
            player, _, rest = rest.removeprefix("player ").strip().partition(" ")
            _check_name(player)
        verb, _, rest = rest.strip().partition(" ")
        rest = rest.strip()
        if verb == "chips":
            if player:
                self._backers[player] = read_amount(rest)
            else:
                self._chips[seat], self._chip_lines[seat] = read_amount(rest), number
        elif verb == "wagers":
            if any(event.act for event in self.events):
                raise Refusal("no wager is made after 'No more bets'", self.game.no_more_bets)
            self.wager_lines += [(number, placed) for placed in read_wagers(seat, player, rest)]
        elif verb in ("consents", "refuses"):
            self._read_consent(number, seat, player, verb, rest)
        elif verb == "sits" and player and self.game.wagers:
            self._sits[player] = number, seat
        elif not verb:
            raise Refusal("a seat line goes on with chips, wagers or a decision")
        else:
            self.events.append(Event(number, seat, player, self._read_act(f"{verb} {rest}".strip())))

    def _read_consent(self, number: int, seat: int, player: str | None, verb: str, other: str) -> None:
        if not self.game.caller:
            raise Refusal(f"{self.game.title} has no spots where one bettor consents to another")
        if other == SEATED:
            self._consent.append((number, seat, player, verb, None))
        else:
            _check_name(other)
            self._consent.append((number, seat, player, verb, other))

    def _read_act(self, text: str) -> Act:
        for verb in self.game.verbs:
            if " " in verb and text == verb:
                return Act(verb)
        word, _, rest = text.partition(" ")
        verb = imperative(word)
        if verb not in self.game.verbs:
            known = ", ".join(third_person(each) for each in self.game.verbs) or "none"
            raise Refusal(f"{self.game.title} has no decision {word!r}; it has: {known}")
        if verb == "set":
            return Act(verb, groups=tuple(read_cards(group) for group in rest.split("|")) if rest else ())
        if not rest:
            return Act(verb)
        if re.fullmatch(r"[$\d.,+-]+|nan|inf\w*", rest, re.ASCII | re.IGNORECASE):
            return Act(verb, read_amount(rest))
        return Act(verb, cards=read_cards(rest))

    def _read_meter(self, number: int, rest: str) -> None:
        """What it shows before the round; with `now`, what another table has made of it where that stands.

        A table of a house may show a fraction of a cent; a pot holds chips, and has none.
        """
        before, plus, part = rest.partition("+")
        now = before.split()[1:2] == ["now"]
        name, amount = _two(before.replace(" now ", " ", 1) if now else before, "meter NAME AMOUNT")
        if plus and name in self.game.pots:
            raise Refusal(f"{name} holds chips: it has no fraction of a cent")
        shows = read_meter(amount + plus + part)
        if now:
            self.events.append(Event(number, None, None, None, meter=(name, Fraction(shows))))
        else:
            self._meters[name] = number, shows

    def _read_floor(self, number: int, rest: str) -> None:
        found = re.fullmatch(r"(validates|refuses) seat (\d{1,2}) (\w+)", rest, re.ASCII)
        if found:
            verb: Literal["validate", "refuse"] = "validate" if found[1] == "validates" else "refuse"
            self.events.append(Event(number, None, None, None, None, (verb, int(found[2]), found[3])))
            return
        if rest in (WAITS, SPEAKS_FIRST):
            self.events.append(Event(number, None, None, None, waits=rest == WAITS, first=rest == SPEAKS_FIRST))
            return
        kind, irregularity = read_floor(rest, self.game.irregularities)
        if kind.dealing:
            check_still((kind, irregularity), self._foreseen)
            self._foreseen.append((kind, irregularity))
            self._dealing.append((number, irregularity))
        else:
            self.events.append(Event(number, None, None, None, irregularity))

    def _read_result(self, word: str, rest: str) -> None:
        if word == "meter":
            name, amount = _two(" ".join(rest.split()[:2]), "meter NAME AMOUNT")  # words may follow
            self.expected_meters[name] = read_amount(amount)
            return
        if word != "seat":
            raise Refusal(f"below the line stand 'seat' and 'meter', not {word!r}")
        parts = rest.split()
        player = None
        if parts[1:2] == ["player"] and len(parts) > 2:
            player = parts[2]
            del parts[1:3]
        if len(parts) < 5:
            raise Refusal("a result is 'seat N WAGER STAKE NET CLAUSE words'")
        net = read_amount(parts[3].lstrip("-+"))
        sign = -1 if parts[3].startswith("-") else 1
        self.expected.append(Expected(_seat(parts[0]), player, parts[1], read_amount(parts[2]), sign * net, parts[4]))

    def _seat_named(self) -> None:
        """Who sits somewhere and wagers at other spots, too, does so from the chips of his seat (50.8, 3.5.3)."""
        for name, (line, seat) in self._sits.items():
            named = [placed.seat for _, placed in self.wager_lines if placed.player == name]
            if not named or seat in named or name in self._backers:
                told = f"'seat {seat} chips' and 'seat {seat} wagers' without a name"
                clause = "50.8" if self.game.caller else None
                raise RoundFileRefusal(
                    line, f"{name} sits at seat {seat} and wagers elsewhere, too: write {told}", clause
                )
        self.wager_lines = [
            (line, msgspec.structs.replace(placed, sits=self._sits[placed.player][1]))
            if placed.player in self._sits
            else (line, placed)
            for line, placed in self.wager_lines
        ]

    def _check_consent(self) -> None:
        """The first bettor of a spot consents to others there, or does not (50.7(a))."""
        for line, seat, speaker, verb, other in self._consent:
            on_spot = [placed.player for _, placed in self.wager_lines if placed.seat == seat]
            if not on_spot:
                raise RoundFileRefusal(line, f"nobody wagers at seat {seat}", "50.7(a)")
            if on_spot[0] != speaker:
                first = on_spot[0] or SEATED
                raise RoundFileRefusal(line, f"{first} wagered first at seat {seat} and consents or refuses", "50.7(a)")
            if verb == "refuses" and other in on_spot:
                whom = other or SEATED
                raise RoundFileRefusal(line, f"the first bettor of seat {seat} does not consent to {whom}", "50.7(a)")

    def _check_places(self) -> None:
        """Somebody plays; the floor speaks of seats that are dealt to, a meter line of a meter that the table has."""
        meters = self.game.meters(self.rules)
        for name, (line, _) in self._meters.items():
            if name not in meters:
                known = ", ".join(meters) or "none"
                raise RoundFileRefusal(line, f"this table has no meter {name!r}; it has: {known}")
        if not self.game.wagers:
            return  # every position is dealt to, and the game says how many players it needs
        seats = {placed.seat for _, placed in self.wager_lines}
        if not seats:
            raise RoundFileRefusal(self._last_line, "nobody wagers: write 'seat N wagers NAME AMOUNT'")
        spoken = [(line, irregularity.seat) for line, irregularity in self._dealing]
        spoken += [(event.line, event.validation[1]) for event in self.events if event.validation]
        for line, seat in spoken:
            if seat is not None and seat not in seats:
                raise RoundFileRefusal(line, f"nobody plays at seat {seat}")

    def _rules(self) -> GameRules:
        try:
            return self._rules_until(self._last_rules_line)
        except Refusal as refusal:
            raise RoundFileRefusal(self._line_of_rules(refusal), refusal.message, refusal.clause) from None

    @property
    def _last_rules_line(self) -> int:
        return self._rule_lines[-1][0] if self._rule_lines else 1

    def _rules_until(self, last: int) -> GameRules:
        return self.game.rules.read(pair for line, pair in self._rule_lines if line <= last)

    def _line_of_rules(self, refusal: Refusal) -> int:
        """The first line with which the rules are refused so: what a later line puts right is not refused."""
        for line, _ in self._rule_lines:
            try:
                self._rules_until(line)
            except Refusal as found:
                if found.message == refusal.message:
                    return line
        return self._last_rules_line


def read_file(path: Path) -> RoundFile:
    """The round of a file; one that is not a text is refused."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RoundFileRefusal(0, f"cannot be read: {error.strerror}") from None
    if len(content) > LARGEST:
        raise RoundFileRefusal(1, "is too long for a round file")
    try:
        return RoundFile(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise RoundFileRefusal(1, "this is not text: a round file is UTF-8 text") from None


def read_wagers(seat: int, player: str | None, text: str) -> Iterable[Placed]:
    """The wagers of a line like `ante 10 + coupon 10, bonus 5`."""
    for part in text.split(","):
        found = _WAGER.fullmatch(part.strip())
        if not found:
            raise Refusal(f"{part.strip()!r} is not a wager: write NAME AMOUNT, NAME AMOUNT")
        name, amount, coupon = found.groups()
        yield Placed(seat, name, read_amount(amount), player, read_amount(coupon) if coupon else 0)


def _check_name(text: str) -> None:
    if not _NAME.fullmatch(text):
        raise Refusal(f"{text!r} is not a name: a letter, then letters, digits and _; not chips or coupon")


def _two(text: str, form: str) -> tuple[str, str]:
    words = text.split()
    if len(words) != 2:
        raise Refusal(f"write '{form}'")
    return words[0], words[1]


def _seat(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise Refusal(f"{text!r} is not a seat number")
    return int(text)

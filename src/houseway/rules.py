"""Rules of a table: options with their defaults, frozen and self-checking, read from and written to KEY=VALUE text."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Self, get_args, get_origin, get_type_hints

import msgspec

from houseway.money import DOLLAR, Cents, brief, read_amount, read_percent
from houseway.refusal import Refusal

Amount = Annotated[int, "amount"]
Percent = Annotated[Fraction, "percent"]
Device = Literal["shuffler", "shoe"]  # what shuffles, or deals, by itself
DEVICES: tuple[Device, ...] = get_args(Device)


class GameRules(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """The options all games have. A configuration that a rulebook forbids is refused with the clause."""

    clauses: ClassVar[Mapping[str, str]] = {}  # the clause or ruling that lists what an option may be

    chip_unit: Amount = DOLLAR

    def __post_init__(self) -> None:
        if self.chip_unit <= 0:
            raise Refusal("the chip unit is at least one cent", "G1")
        self.check()

    def check(self) -> None:
        """Each game refuses here what its rulebook forbids."""

    def without(self, devices: Collection[Device]) -> Self:
        """The rules by which is shuffled and dealt once devices were taken off the table; each game says how."""
        return self

    @property
    def antes(self) -> Cents:
        """What is taken from everybody who is dealt in, where nobody chooses a wager."""
        return 0

    @property
    def least_wager(self) -> Cents:
        """The main wager of a game that has a fixed one; 0 if the offers say the least wager."""
        return 0

    @classmethod
    def read(cls, pairs: Iterable[str]) -> Self:
        """Rules from texts like `bonus_table=3`; what is not named has its default."""
        hints = _options(cls)
        values: dict[str, Any] = {}
        for pair in pairs:
            key, equals, text = pair.partition("=")
            if not equals:
                raise Refusal(f"{pair!r} is not KEY=VALUE")
            if key not in hints:
                raise Refusal(f"there is no option {key!r}; options: {', '.join(hints)}")
            if key in values:
                raise Refusal(f"{key} is chosen twice: choose it once")
            values[key] = read_value(key, text, hints[key], cls.clauses.get(key))
        return cls(**values)

    def written(self) -> dict[str, str]:
        """Every option as text, as `read` takes it."""
        return {key: write_value(getattr(self, key), kind) for key, kind in _options(type(self)).items()}

    @classmethod
    def values(cls, key: str) -> str:
        """What an option may be, in words: its possible values, or what kind of number it is."""
        return _values(_options(cls)[key])

    def differing(self) -> list[str]:
        """The options that differ from their defaults, as KEY=VALUE."""
        usual = type(self)().written()
        return [f"{key}={text}" for key, text in self.written().items() if usual[key] != text]

    def lowest(self, posted: Cents) -> Cents:
        """The smallest wager of whole chips that reaches a posted minimum (ruling G1)."""
        return max(self.chip_unit, posted + -posted % self.chip_unit)

    def highest(self, posted: Cents) -> Cents:
        """The largest wager of whole chips up to a posted maximum."""
        return posted - posted % self.chip_unit

    def check_limits(self, wager: str, low: Cents, high: Cents, clause: str) -> None:
        """Refuse limits between which there is no wager."""
        if self.lowest(low) > high:
            limits = f"{wager}_min {brief(low)} and {wager}_max {brief(high)}"
            raise Refusal(f"no {wager} of whole chips lies between {limits}", clause)


def check_plain(pairs: Iterable[str]) -> None:
    """Who asks for rules writes no blank around a value. Amounts on records of before may have one, and are read."""
    for pair in pairs:
        text = pair.partition("=")[2]
        if text != text.strip():
            raise Refusal(f"{pair!r} has a blank before or behind its value: leave it out")


@cache
def _options(rules: type[GameRules]) -> dict[str, Any]:
    """The options of rules, and what kind of value each has."""
    hints = get_type_hints(rules, include_extras=True)
    return {key: kind for key, kind in hints.items() if key in rules.__struct_fields__}


def read_value(key: str, text: str, kind: Any, clause: str | None = None) -> Any:
    """One option's value of its text; the clause lists what it may be."""
    if kind == Amount:
        return read_amount(text)
    if kind == Percent:
        return read_percent(text)
    if kind is bool:
        if text not in ("yes", "no"):
            raise Refusal(f"{key} is yes or no, not {text!r}", clause)
        return text == "yes"
    if get_origin(kind) is Literal:
        for value in get_args(kind):
            if str(value) == text:
                return value
        raise Refusal(f"{key} is one of {', '.join(map(str, get_args(kind)))}, not {text!r}", clause)
    if kind is int:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise Refusal(f"{key} is a whole number, not {text!r}")
        return int(text)
    if type(None) in get_args(kind):
        if text == "none":
            return None
        return read_value(key, text, next(part for part in get_args(kind) if part is not type(None)), clause)
    return text


def write_value(value: Any, kind: Any) -> str:
    """One option's text of its value."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else f"{_decimal(value)}"
    if kind == Amount or (type(None) in get_args(kind) and Amount in get_args(kind)):
        return brief(value)
    return str(value)


def whole_chips(amount: Cents, unit: Cents, wager: str) -> None:
    """Wagers are whole multiples of the chip unit (ruling G1)."""
    if amount <= 0 or amount % unit:
        raise Refusal(f"{wager} is a whole multiple of {brief(unit)}, not {brief(amount)}", "G1")


def one_of(value: Any, allowed: Sequence[Any], what: str, clause: str) -> None:
    """Refuse a value that the rulebook does not list."""
    if value not in allowed:
        listed = ", ".join(write_value(each, type(each)) for each in allowed)
        raise Refusal(f"{what} is one of {listed}, not {value}", clause)


def _values(kind: Any) -> str:
    if kind == Amount:
        return "an amount"
    if kind == Percent:
        return "a percentage"
    if kind is bool:
        return "yes, no"
    if get_origin(kind) is Literal:
        return ", ".join(map(str, get_args(kind)))
    if type(None) in get_args(kind):
        return f"{_values(next(part for part in get_args(kind) if part is not type(None)))}, none"
    return "a number" if kind is int else "a name"


def _decimal(value: Fraction) -> str:
    text = f"{value.numerator * 10**6 // value.denominator:07d}"
    return f"{text[:-6]}.{text[-6:]}".rstrip("0")

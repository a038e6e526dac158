"""The founding of a house: its first tables, its meters, its administrator.

Each step has a command id of its own: a founding that was interrupted is finished at the next start, whatever else the
house would be founded with by then, and one that is finished is never repeated.
"""

from collections.abc import Callable
from functools import partial

import msgspec

from houseway.house.commands import OpenTable
from houseway.house.definition import Clocks, Definition
from houseway.house.office import found_administrator
from houseway.house.office_commands import HangMeter, SetUpTable
from houseway.house.office_deeds import HOUSE
from houseway.house.running import House
from houseway.money import DOLLAR, Cents
from houseway.refusal import Refusal

FOUNDER = HOUSE
REASON = "the house is founded"
INVENTORY: Cents = 500_000 * DOLLAR

# A house may have no supervisor: after a while its policy validates a payout (ruling G5). Nobody sits as long for a
# few dollars; who looks on sees them before they are paid.
CLOCKS = Clocks(validation=15_000, prize=3_000)
IN_STAGES = msgspec.structs.replace(CLOCKS, pause=1_500)  # where nobody decides the floor has a moment to speak
METERS = {"lunar": 10_000 * DOLLAR, "five_card": 5_000 * DOLLAR, "seven_card": 5_000 * DOLLAR}
TABLES = (
    Definition("lucky8s-1", "lucky8s", ("ante_min=5", "ante_max=1000", "bonus_min=1", "bonus_max=100"), CLOCKS),
    Definition("ultimate8-1", "ultimate8", ("table_max=1000",), CLOCKS),
    Definition("blackjack-1", "blackjack", ("min=5", "max=1000", "side_min=1", "side_max=100"), CLOCKS),
    Definition(
        "lunar-1",
        "lunar",
        ("ante_min=5", "ante_max=500", "super_min=1", "super_max=100"),
        CLOCKS,
        meters={"progressive": "lunar"},
    ),
    Definition(
        "packs-1",
        "packs",
        (
            *("five_card_progressive=B", "seven_card_progressive=A", "pack_min=5", "pack_max=1000"),
            *("five_card_min=1", "five_card_max=100", "seven_card_min=1", "seven_card_max=100"),
        ),
        IN_STAGES,
        meters={"five_card": "five_card", "seven_card": "seven_card"},
    ),
)


def is_founded(house: House) -> bool:
    """Was the last step of the founding carried out?"""
    return _is_done(house, _open(TABLES[-1]))


def found(house: House, password: str, clocks: Clocks | None = None) -> None:
    """Set up and open the first tables, by their own clocks unless told; nothing where the house is founded already."""
    if is_founded(house):
        return
    found_administrator(house.store, password, house.now())
    for name, reset in METERS.items():
        hanging = HangMeter(name, reset, reset, REASON)
        _once(house, f"founding-meter-{name}", partial(house.office, hanging, FOUNDER))
    for definition in TABLES:
        setting_up = SetUpTable(msgspec.structs.replace(definition, clocks=clocks or definition.clocks), REASON)
        opening = OpenTable(INVENTORY, REASON)
        _once(house, f"founding-{definition.name}", partial(house.office, setting_up, FOUNDER))
        _once(house, _open(definition), partial(house.execute, definition.name, opening, FOUNDER))


def _once(house: House, id_: str, step: Callable[[str], object]) -> None:
    """A step that was not carried out yet, by whomever and however; somebody else may found the house as well."""
    if _is_done(house, id_):
        return
    try:
        step(id_)
    except Refusal:
        if not _is_done(house, id_):
            raise


def _is_done(house: House, id_: str) -> bool:
    return house.store.command(FOUNDER.name, id_) is not None


def _open(definition: Definition) -> str:
    return f"founding-open-{definition.name}"

"""The devices at a table: a shuffler and an automated shoe, which leave it before anything is done another way."""

from typing import Any

from houseway.day_clauses import Day
from houseway.driver import Running
from houseway.felt import Announced, Felt
from houseway.refusal import Refusal
from houseway.rules import Device
from houseway.table import Moves

SAID: dict[Device, str] = {"shuffler": "shuffler", "shoe": "automated shoe"}


class Devices(Running):
    """What shuffles and deals at a table: devices, while they are there, or hands."""

    def __init__(self, rules: Any, day: Day) -> None:
        super().__init__(Felt())
        self.day = day
        self.rules = rules  # without the devices that were taken off
        self.by_device = day.by_device(rules)

    def use_hands(self) -> None:
        """Take the shuffler off the table: only then may the cards be shuffled another way."""
        if not self.by_device:
            raise Refusal("no device is on the table")
        self._take_off("shuffler")
        self.by_device = False

    def use_device(self) -> None:
        if self.by_device:
            raise Refusal("a device is on the table already")
        self.begin(announced("A shuffler is brought to the table", self.day.shuffle))
        self.by_device = True

    def remove_shoe(self) -> None:
        """Take the automated shoe off the table: only then may the cards be dealt another way."""
        if not self.day.by_shoe(self.rules):
            raise Refusal("no automated shoe is on the table")
        self._take_off("shoe")

    def change_devices(self, rules: Any) -> None:
        """Other rules are chosen: devices that these do not have leave the table, and their shuffler comes to it."""
        if self.day.by_shoe(self.rules) and not self.day.by_shoe(rules):
            self.remove_shoe()
        if self.by_device != self.day.by_device(rules):
            if self.by_device:
                self.use_hands()
            else:
                self.use_device()

    def _take_off(self, device: Device) -> None:
        text = f"The {SAID[device]} is taken off the table"
        self.begin(announced(text, self.day.device or self.day.shuffle))
        self.rules = self.rules.without({device})


def announced(text: str, clause: str) -> Moves:
    yield Announced(text, clause)

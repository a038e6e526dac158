"""People who come to a house: passwords that are hashed fast, and verifications that are counted."""

import threading
from typing import Literal

from argon2 import PasswordHasher

from houseway.house import office
from houseway.house.accounts import Account
from houseway.house.commands import Role
from houseway.house.office_commands import GiveRole, Kind, OpenAccount
from houseway.house.passwords import Passwords
from houseway.house.store import Store

NOW = 1_700_000_000_000
MINUTE = 60_000
SECRET = "open sesame"


class Counting(PasswordHasher):
    """Counts what is verified, and against what."""

    def __init__(self, time_cost: int = 1) -> None:
        super().__init__(time_cost=time_cost, memory_cost=8, parallelism=1)
        self.against: list[str | bytes] = []
        self._lock = threading.Lock()

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002
        with self._lock:
            self.against.append(hash)
        return super().verify(hash, password)


FAST = Passwords(Counting())


def person(store: Store, name: str, role: Role = "player", kind: Kind = "person") -> Account:
    """An account that the house itself has opened."""
    secret = SECRET if kind == "person" else None
    office.carry_out(store, OpenAccount(name, kind, role), office.HOUSE, NOW, password=secret, passwords=FAST)
    return Account(name, kind, role, NOW, False)


def give_role(store: Store, name: str, role: Role) -> None:
    office.carry_out(store, GiveRole(name, role, "a test"), office.HOUSE, NOW)

"""Passwords: kept as argon2 hashes, verified with the same work whether or not there is something to verify against.

The hash of a one-time password is marked: who has it comes in by choosing another, and by that it is gone.
"""

import base64
import secrets
import threading
import unicodedata
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houseway.refusal import Refusal

SHORTEST, LONGEST = 8, 128  # characters
ONE_TIME = 12  # random bytes
AT_ONCE = 4  # hashes that are made at the same time: each takes 64 MiB


_ONCE = "once "  # before a hash


class Passwords:
    """How passwords are hashed. Hashes by other parameters are verified too, and made anew when there is occasion."""

    def __init__(
        self, hasher: PasswordHasher | None = None, entropy: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        self._hasher = hasher or PasswordHasher()
        self._entropy = entropy
        self._turns = threading.BoundedSemaphore(AT_ONCE)
        self._nobodys = self._hash_of_nothing()

    def hashed(self, password: str, once: bool = False) -> str:
        """The hash of a new password. A password that is too short, too long or among the most common is refused."""
        read = _normal(password)
        if read is None:
            raise Refusal(f"a password has {SHORTEST} to {LONGEST} characters: choose another")
        if read.casefold() in common_passwords():
            raise Refusal("this password is one of the 1,000 most common: choose another")
        with self._turns:
            return _ONCE * once + self._hasher.hash(read, salt=self._entropy(self._hasher.salt_len))

    def verify(self, kept: str | None, password: str) -> bool:
        """Is it the password of this hash? Without a hash it is not, and it takes as long to say so."""
        read, against = _normal(password), (kept or self._nobodys).removeprefix(_ONCE)
        try:
            with self._turns:
                return self._hasher.verify(against, read or "") and kept is not None and read is not None
        except (VerificationError, InvalidHashError):
            return False

    def outdated(self, kept: str) -> bool:
        """Was the hash made by other parameters than those of today? A one-time password is not used as long."""
        return not is_for_once(kept) and self._hasher.check_needs_rehash(kept)

    def _hash_of_nothing(self) -> str:
        """A hash that no password has, by the same parameters: its bytes are drawn, not made."""
        hasher = self._hasher
        salt, drawn = (_base64(self._entropy(length)) for length in (hasher.salt_len, hasher.hash_len))
        costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
        return f"$argon2{hasher.type.name.lower()}$v=19${costs}${salt}${drawn}"


def is_for_once(kept: str) -> bool:
    """Is it the hash of a one-time password?"""
    return kept.startswith(_ONCE)


def drawn(entropy: Callable[[int], bytes] = secrets.token_bytes) -> str:
    """A one-time password that nobody can guess."""
    return base64.urlsafe_b64encode(entropy(ONE_TIME)).decode()


@cache
def common_passwords() -> frozenset[str]:
    """The 1,000 most common passwords, in small letters; the file names their source."""
    lines = (files("houseway") / "data" / "common_passwords.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


@cache
def standard() -> Passwords:
    """By the parameters that argon2's authors recommend for a machine like this."""
    return Passwords()


def _normal(password: str) -> str | None:
    """The password in one of the forms in which the same letters may be typed; None where it cannot be one."""
    if len(password) > LONGEST:
        return None
    read = unicodedata.normalize("NFKC", password)
    if not SHORTEST <= len(read) <= LONGEST:
        return None
    return read if read.encode(errors="replace").decode() == read else None


def _base64(drawn: bytes) -> str:
    return base64.b64encode(drawn).decode().rstrip("=")

"""Progressive meters: a rate of each wager goes onto the meter, prizes come off it, the house keeps it above its reset.

Amounts are exact: a meter carries its fraction of a cent.
"""

import re
from fractions import Fraction
from functools import lru_cache

from houseway.money import Cents, dollars, read_amount

AS_IT_STANDS = "HG6"  # the ruling by which a table is told what a shared meter shows, whoever moved it and why

# So many digits as the numbers have that a database takes: the cents, and the parts of one that a meter carries.
_SHOWN = re.compile(r"\d{1,38}(?:/[1-9]\d{0,18})?", re.ASCII)
_EXACT = re.compile(r"(\S+)\s*\+\s*(\d{1,18})/([1-9]\d{0,17})\s+cents", re.ASCII)


@lru_cache(maxsize=4096)
def exactly(text: str) -> Fraction:
    """What a meter shows of its text in cents: tables that share one, and all who look at it, read the same.

    A ValueError: it is no such text. What else a fraction may be written as can take for ever to be read.
    """
    if not _SHOWN.fullmatch(text):
        raise ValueError(f"{text[:40]!a} is nothing that a meter shows")
    return Fraction(text)


def parted(meter: Fraction) -> tuple[Cents, str]:
    """The whole cents of what a meter shows, and the fraction of a cent that it carries as a text."""
    whole, rest = divmod(meter.numerator, meter.denominator)
    return whole, f"{rest}/{meter.denominator}" if rest else "0"


def credited(meter: Fraction, wagered: Cents, rate: Fraction) -> Fraction:
    """The meter after a wager: the rate of progression is a percentage of it."""
    return meter + wagered * rate / 100


def paid(meter: Fraction, prize: Cents, reset: Cents, winners: int = 1) -> Fraction:
    """The meter after a prize was paid from it; the house tops it up where that takes it below its reset (ruling N5).

    A meter that showed less than its reset amount before keeps what the prize leaves, until all of it is won: all but
    what cannot be shared among so many winners.
    """
    left = meter - prize
    return left if meter < reset and left >= winners else max(left, Fraction(reset))


def left_to_take_back(own: Fraction, before: Fraction, now: Fraction, reset: Cents) -> Fraction:
    """Of what a round put on a meter, what it may take back after another table has moved it.

    What a prize paid out there is gone: a round that is void then takes the meter to its reset amount at most, and
    nothing from one that was reset or that a prize took below it (ruling HG1).
    """
    if now == reset or now < before >= reset:
        return min(own, max(now - reset, Fraction(0)))
    return own


def written(meter: Cents | Fraction) -> str:
    """What a meter shows as a round file says it: dollars, and where there is one its fraction of a cent."""
    whole = int(meter)
    return dollars(whole) if meter == whole else f"{dollars(whole)} + {meter - whole} cents"


def read_meter(text: str) -> Cents | Fraction:
    """What a round file says of a meter: `20500`, or `20500.00 + 9/10 cents`."""
    found = _EXACT.fullmatch(text)
    return read_amount(found[1]) + Fraction(int(found[2]), int(found[3])) if found else read_amount(text)


def equal_shares(amount: Fraction, winners: int) -> Cents:
    """What each of several winners gets; the cents that do not divide stay with the house (ruling G1)."""
    return int(amount / winners)

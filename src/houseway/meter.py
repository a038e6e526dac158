"""Progressive meters: a rate of each wager goes onto the meter, prizes come off it, the house keeps it above its reset.

Amounts are exact: a meter carries its fraction of a cent.
"""

from fractions import Fraction

from houseway.money import Cents


def credited(meter: Fraction, wagered: Cents, rate: Fraction) -> Fraction:
    """The meter after a wager: the rate of progression is a percentage of it."""
    return meter + wagered * rate / 100


def paid(meter: Fraction, prize: Cents, reset: Cents) -> Fraction:
    """The meter after a prize was paid from it; the house tops it up where that takes it below its reset (ruling N5).

    A meter that showed less than its reset amount before keeps what the prize leaves, until all of it is won.
    """
    left = meter - prize
    return left if meter < reset and left >= 1 else max(left, Fraction(reset))


def left_to_take_back(own: Fraction, before: Fraction, now: Fraction, reset: Cents) -> Fraction:
    """Of what a round put on a meter, what it may take back after another table has moved it.

    What a prize paid out there is gone: a round that is void then takes the meter to its reset amount at most, and
    nothing from one that was reset or that a prize took below it (ruling HG1).
    """
    if now == reset or now < before >= reset:
        return min(own, max(now - reset, Fraction(0)))
    return own


def equal_shares(amount: Fraction, winners: int) -> Cents:
    """What each of several winners gets; the cents that do not divide stay with the house (ruling G1)."""
    return int(amount / winners)

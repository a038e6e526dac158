"""A table as the house has set it up: what stays when its rules change and its players come and go."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from houseway.refusal import Refusal

REST = 1_000  # milliseconds that bots show a result before they play on by themselves

Milliseconds = Annotated[
    int, Meta(ge=0, le=24 * 3600 * 1000, description="a time from 0 to 24 hours, in whole milliseconds")
]


class Clocks(Struct, frozen=True, forbid_unknown_fields=True):
    """How long the table waits, in milliseconds."""

    betting: Milliseconds = 20_000  # from the first wager to "No more bets"
    decision: Milliseconds = 30_000
    validation: Milliseconds | None = 60_000  # then a payout is validated by house policy; None: never (ruling G5)
    pause: Milliseconds = 0  # wherever nobody decides but the floor may speak; 0: the round goes on at once
    result: Milliseconds = 5_000  # that the result is shown before betting opens again
    prize: Milliseconds | UnsetType = (
        UNSET  # as validation, for a progressive prize that is no jackpot; not given: that
    )
    absence: Milliseconds = 120_000  # from when a player's last connection closed until their seat is given up

    @property
    def longest(self) -> int:
        """No deadline is further off than this."""
        return max(self.betting, self.decision, self.validation or 0, self.pause, self.result, self.prize or 0)

    def until_policy(self, prize: bool) -> int | None:
        """How long a payout waits for a supervisor before house policy validates it; None: however long it takes."""
        return self.prize if prize and self.prize is not UNSET else self.validation


class Definition(Struct, frozen=True, forbid_unknown_fields=True):
    """A table: its name, its game, its first rules, and how it is run."""

    name: str
    game: str
    rules: tuple[str, ...] = ()
    clocks: Clocks = Clocks()
    meters: dict[str, str] = {}  # for a meter of the game, the house's name of the one that it is linked to
    bots_alone: bool = False  # bots play on though no person wagers


def check_rests(definition: Definition) -> None:
    """Bots that wait for nobody would play thousands of rounds a minute: whoever sets up a table gives them a rest."""
    if definition.bots_alone and definition.clocks.result < REST:
        raise Refusal(f"bots that play alone show each result for {REST} milliseconds at least: give a longer `result`")

"""Before a round: the player keeps or changes his wagers, buys chips, sits out or leaves."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from houseway.money import Cents, read_amount
from houseway.procedure import Offer
from houseway.refusal import Refusal
from houseway.terminal.deciding import EXPLAIN, LEAVE, ask_line, entry, packed
from houseway.terminal.keys import ENTER, Leave
from houseway.terminal.players import fitting, usual_wagers
from houseway.terminal.screen import whole, wrapped
from houseway.terminal.signs import inscriptions
from houseway.terminal.sums import amount, signed
from houseway.terminal.watching import Sight

CHANGE, BUY, SIT_OUT, ALL = "c", "b", "s", "a"


class Wagering:
    """The player's wagers from round to round: the last ones stay until they are changed."""

    def __init__(self, sight: Sight, seat: int) -> None:
        self.sight = sight
        self.seat = seat
        self.game = sight.evening.game
        self.rules = sight.evening.rules
        self.offers = self.game.offers(self.rules)
        self.last = usual_wagers(self.game, self.rules)

    def take(self, result: Sequence[RenderableType], everything: Sequence[RenderableType]) -> dict[str, Cents] | None:
        """The wagers for the next round, or None to sit it out. `result` is what the last round came to."""
        evening = self.sight.evening
        said: list[RenderableType] = []
        shown = result
        while True:
            self.sight.draw([*shown, *said, *self._question(bool(result))], record=0 if result else None)
            key = self.sight.keys.key().lower()
            said = []
            if key == ENTER:
                reason = evening.refusal(self.seat, self.last)
                if reason is None:
                    return dict(self.last)
                said = [self._wrong(reason)]
            elif key == CHANGE and self.offers:
                said = self._change()
            elif key == BUY and self._short():
                evening.rebuy(self.seat)
            elif key == SIT_OUT and self._others():
                return None
            elif key == EXPLAIN:
                said = self._explained()
            elif key == ALL and result:
                shown = everything if shown is result else result
            elif key == LEAVE:
                raise Leave
            else:
                said = [Text.assemble(("! ", "bold red"), f"{key!r} is none of the keys below")]

    def _question(self, again: bool) -> list[RenderableType]:
        evening = self.sight.evening
        chips = Text.assemble("Chips ", (amount(evening.chips[self.seat]), "bold"))
        if evening.played:
            chips.append(f"   so far {signed(evening.result(self.seat))}")
        antes = [
            f"{key.replace('_', ' ')} {text}" for key, text in self.rules.written().items() if key.endswith("_ante")
        ]
        if antes and not self.game.wagers:
            chips.append(f"   {', '.join(antes)}", "yellow")
        if self.last:
            chips.append("   wagers ").append_text(self._listed())
        keys = [entry("Enter", "deal")]
        if self.offers:
            keys.append(entry(CHANGE, "change"))
        if self._short():
            keys.append(entry(BUY, f"buy {amount(evening.buy_in)}"))
        if self._others():
            keys.append(entry(SIT_OUT, "sit out"))
        if again:
            keys.append(entry(ALL, "all payoffs"))
        keys += [entry(EXPLAIN, "explain", "dim"), entry(LEAVE, "leave", "dim")]
        return [
            whole(f"{self._shuffle()} SHA-256 {evening.shuffles.commitment}", "dim"),
            wrapped(chips),
            *packed(keys, self.sight.screen.console.width),
        ]

    def _shuffle(self) -> str:
        return "Shuffle" if self.game.cut_card is None else "Shoe"

    def _listed(self) -> Text:
        layout, parts = self.sight.layout, []
        for wager, stake in self.last.items():
            if stake:
                parts.append(Text.assemble((f"{layout.label(f'{self.seat}/{wager}')}: ", "yellow"), amount(stake)))
        return Text(", ").join(parts) if parts else Text("none")

    def _change(self) -> list[RenderableType]:
        """Each wager in turn; one that is refused leaves all as they were."""
        chosen, left = {}, self.sight.evening.chips[self.seat]
        for offer in self.offers:
            stake = self._one(offer, left)
            if stake is None:
                return []
            chosen[offer.wager] = stake
            left -= stake
        reason = self.sight.evening.refusal(self.seat, chosen)
        if not any(chosen.values()):
            return [self._wrong("no wager was made")]
        if reason is None:
            self.last = chosen
            return []
        return [self._wrong(reason)]

    def _one(self, offer: Offer, left: Cents) -> Cents | None:
        high = min(offer.high, left - left % offer.unit)
        said: list[RenderableType] = []
        if high < offer.low:
            return 0
        usual = min(self.last.get(offer.wager, 0), high)
        if offer.required:
            usual = fitting(offer, usual)
        label = self.sight.layout.label(f"{self.seat}/{offer.wager}")
        span = f"{amount(offer.low)} to {amount(high)}" if high > offer.low else amount(high)
        none = "" if offer.required else ", 0 for none"
        question = Text.assemble(
            (f"{label}", "bold cyan"), f" ({offer.words}): {span}{none}; Enter: {amount(usual)}; Esc: back"
        )
        while True:
            text = ask_line(self.sight, *said, wrapped(question.copy()))
            if text is None or not text:
                return None if text is None else usual
            try:
                stake = read_amount(text)
                if stake % offer.unit:
                    raise Refusal(f"{label} goes in steps of {amount(offer.unit)}, not {amount(stake)}")
                if (stake or offer.required) and not offer.low <= stake <= high:
                    raise Refusal(f"{label} is {span}{none}, not {amount(stake)}")
                return stake
            except Refusal as refusal:
                said = [self._wrong(str(refusal))]

    def _explained(self) -> list[RenderableType]:
        layout = self.sight.layout
        lines: list[RenderableType] = []
        for offer in self.offers:
            label = layout.label(f"{self.seat}/{offer.wager}")
            needed = " (needed)" if offer.required else ""
            lines.append(Text.assemble((f"{label}{needed}: ", "yellow"), offer.words))
        lines += [wrapped(text) for text in inscriptions(self.game.name, self.rules)]
        check = "The SHA-256 of the shuffle's seed is shown before you wager, the seed after it was dealt."
        return [*lines, wrapped(Text(check, "dim"))]

    def _short(self) -> bool:
        """Has the player so few chips left that he may buy more?"""
        return self.sight.evening.chips[self.seat] < self.sight.evening.buy_in // 2

    def _others(self) -> bool:
        """Is there a round without the player?"""
        return len(self.sight.evening.players) > (1 if self.game.wagers else 2)

    def _wrong(self, reason: str) -> Text:
        short = f"; {BUY} buys more chips" if self.sight.evening.chips[self.seat] < sum(self.last.values()) else ""
        return Text.assemble(("! ", "bold red"), reason + short)

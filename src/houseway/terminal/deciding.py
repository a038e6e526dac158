"""A player decides: the legal choices by key, amounts and cards by what is typed, explanations and hints on demand."""

from collections.abc import Callable, Sequence

from rich.console import RenderableType
from rich.text import Text

from houseway.asks import Act, Choice, Choices
from houseway.cards import Card, names, read_cards
from houseway.money import Cents, read_amount
from houseway.procedure import Round
from houseway.refusal import Refusal
from houseway.rulebook import register, rulings
from houseway.terminal.faces import inline, numbered
from houseway.terminal.keys import ENTER, Leave
from houseway.terminal.narrating import coloured
from houseway.terminal.screen import wrapped
from houseway.terminal.sums import amount
from houseway.terminal.watching import Sight

EXPLAIN, HINT, LEAVE = "?", "!", "q"
_KEPT = (EXPLAIN, HINT, LEAVE)


def decide(sight: Sight, playing: Round, seat: int) -> Act:
    """Ask the player until the answer is one that the game takes."""
    assert playing.ask is not None
    choices = playing.ask.choices[seat]
    named = {choice.verb: choice for choice in choices.options}
    keys = {key: named[verb] for key, verb in keys_of(playing.game.verbs).items() if verb in named}
    said: list[RenderableType] = []
    while True:
        sight.draw([*said, *menu(playing.ask.kind, keys, sight.screen.console.width)])
        key = sight.keys.key().lower()
        said = []
        if key in keys:
            act = complete(sight, playing, seat, keys[key])
            if isinstance(act, Act) and (reason := choices.refusal(act)) is None:
                return act
            said = [_wrong(act if isinstance(act, str) else reason or "")] if act is not None else []
        elif key == EXPLAIN:
            said = explained(playing, keys)
        elif key == HINT:
            said = [Text.assemble(("Hint: ", "magenta"), hinted(sight, playing, seat, choices))]
        elif key == LEAVE:
            if sure(sight, choices.default):
                raise Leave
        elif key not in (ENTER, " "):
            said = [_wrong(f"{key!r} is none of the keys below; ? explains them")]


def keys_of(verbs: Sequence[str]) -> dict[str, str]:
    """A letter for each verb of a game, the same in every decision: an initial if it is free, else its next letter."""
    keys: dict[str, str] = {}
    for verb in verbs:
        letters = [word[0] for word in verb.split()] + [letter for letter in verb if letter.isalpha()]
        letters += [*"abcdefghijklmnoprstuvwxyz"]
        keys[next(letter for letter in letters if letter not in keys and letter not in _KEPT)] = verb
    return keys


def menu(kind: str, keys: dict[str, Choice], width: int) -> list[Text]:
    """The choices and the keys that are always there, in as few lines as they fit in."""
    entries = [Text(f"Your turn, {kind.replace('_', ' ')}: ", "bold cyan")]
    entries += [entry(key, choice.verb + span(choice)) for key, choice in keys.items()]
    entries += [entry(key, words, "dim") for key, words in ((EXPLAIN, "explain"), (HINT, "hint"), (LEAVE, "leave"))]
    return packed(entries, width)


def packed(entries: Sequence[Text], width: int) -> list[Text]:
    """Entries one after the other, a new line where the next does not fit."""
    lines = [Text()]
    for part in entries:
        if lines[-1].cell_len + len(part.plain.rstrip()) > width:
            lines.append(Text())
        lines[-1].append_text(part)
    for line in lines:
        line.rstrip()
    return lines


def entry(key: str, words: str, style: str = "") -> Text:
    """One entry of a menu: the key to press and what it does."""
    return Text.assemble(("[", "dim"), (key, "bold yellow"), ("] ", "dim"), (words, style), "  ")


def span(choice: Choice) -> str:
    if choice.low is None or choice.high is None:
        return f" for {amount(choice.costs)}" if choice.costs else ""
    if choice.low == choice.high:
        return f" {amount(choice.low)}"
    return f" {amount(choice.low)}–{amount(choice.high)}"


def complete(sight: Sight, playing: Round, seat: int, choice: Choice) -> Act | str | None:
    """The act of a choice, with the amount or the cards it needs; a string says what is wrong, None goes back."""
    if choice.low is not None and choice.high is not None:
        return _with_amount(sight, playing, seat, choice, choice.low, choice.high)
    if getattr(choice, "takes_groups", False):
        return _with_groups(sight, choice)
    if choice.plays is not None or choice.most:
        return _with_cards(sight, playing, seat, choice)
    return Act(choice.verb)


def ask_line(sight: Sight, *above: RenderableType) -> str | None:
    """One typed line; None if the player goes back with Escape."""
    sight.draw([*above, Text("> ", "bold yellow")])
    return sight.keys.line()


def read_choice(text: str, hand: Sequence[Card]) -> tuple[Card, ...]:
    """Cards chosen by their numbers in the hand, `1 3 5` or `135`, or by name, `8c 9c`."""
    words = text.replace(",", " ").split()
    if all(word.isdigit() for word in words):
        digits = [int(digit) for word in words for digit in word]
        wrong = next((digit for digit in digits if not 1 <= digit <= len(hand)), None)
        if wrong is not None:
            raise Refusal(f"there is no card number {wrong}: the hand has 1 to {len(hand)}")
        if len(set(digits)) < len(digits):
            raise Refusal("a card is named once")
        return tuple(hand[digit - 1] for digit in digits)
    return read_cards(text)


def hint(sight: Sight, playing: Round, seat: int, choices: Choices) -> Act:
    """What a bot would do in this seat."""
    return sight.evening.strategy(playing.view(seat), choices)


def hinted(sight: Sight, playing: Round, seat: int, choices: Choices) -> Text:
    act = hint(sight, playing, seat, choices)
    words = Text(f"a bot would choose {act.verb}" if " " in act.verb else f"a bot would {act.verb}")
    if act.amount is not None:
        words.append(f" {amount(act.amount)}")
    if act.cards:
        words.append(" ").append_text(inline(act.cards))
    for group in act.groups:
        words.append(" | ").append_text(inline(group))
    return words


def explained(playing: Round, keys: dict[str, Choice]) -> list[RenderableType]:
    """Each choice with its clause and what the rulebook says there, in short."""
    by_clause: dict[str, Text] = {}
    for key, choice in keys.items():
        by_clause.setdefault(choice.clause, Text()).append_text(entry(key, choice.verb))
    for clause, text in by_clause.items():
        text.append(f"{clause}: ", "cyan").append(summary(playing.game.name, clause))
    return [wrapped(text) for text in by_clause.values()]


def summary(game: str, clause: str) -> str:
    """What a clause or a ruling says, in our own words; an item that is not listed alone is covered by its parent."""
    if clause in rulings():
        return rulings()[clause].ruling
    clauses = register(game)
    while clause and clause not in clauses:
        clause = clause[:-1]
    return clauses[clause].summary if clause else ""


def sure(sight: Sight, default: Act) -> bool:
    """Leaving in the middle of a round means that the house acts for the player (ruling G6)."""
    house = f"Leave now? The house acts for you ({default.verb}, ruling G6) and the round is played to its end. "
    sight.draw([wrapped(Text.assemble((house, "bold red"), entry("y", "leave"), entry("n", "stay")))])
    return sight.keys.key().lower() == "y"


def _with_amount(sight: Sight, playing: Round, seat: int, choice: Choice, low: Cents, high: Cents) -> Act | str | None:
    if low == high:
        return Act(choice.verb, low)
    assert playing.ask is not None
    advised = hint(sight, playing, seat, playing.ask.choices[seat])
    usual = choice.full or (advised.amount if advised.verb == choice.verb else None) or low
    steps = f", in steps of {amount(choice.unit)}" if choice.unit > 1 else ""
    question = Text.assemble(
        (f"{choice.verb.capitalize()} how much? ", "bold cyan"),
        f"{amount(low)} to {amount(high)}{steps}; Enter: {amount(usual)}; Esc: back",
    )
    return _read(sight, lambda text: Act(choice.verb, read_amount(text) if text else usual), wrapped(question))


def _with_cards(sight: Sight, playing: Round, seat: int, choice: Choice) -> Act | str | None:
    assert playing.ask is not None
    hand = sorted(choice.hand or playing.felt.view(seat).cards(f"{seat}/hand"), reverse=True)
    advised = hint(sight, playing, seat, playing.ask.choices[seat])
    usual = advised.cards if advised.verb == choice.verb else ()
    number = f"{choice.least} to {choice.most} cards" if choice.most else f"{len(choice.plays or ())} ways"
    question = Text.assemble(
        (f"{choice.verb.capitalize()} which cards? ", "bold cyan"), f"{number}; numbers or cards, like 1 3 or 8c 8d; "
    )
    if usual:
        question.append("Enter: ").append_text(inline(usual)).append("; ")
    question.append("Esc: back")

    def act(text: str) -> Act | None:
        cards = read_choice(text, hand) if text else usual
        return Act(choice.verb, cards=cards) if cards else None

    return _read(sight, act, wrapped(question), Text.assemble("  ", numbered(hand)))


def _with_groups(sight: Sight, choice: Choice) -> Act | str | None:
    hand = sorted(choice.hand, reverse=True)
    question = Text.assemble(
        (f"{choice.verb.capitalize()} which groups? ", "bold cyan"),
        "| between groups, like 1 | 2 5 or 8c | 2d 6d; the rest are side cards; Enter or Esc: back",
    )

    def act(text: str) -> Act | None:
        left, groups = list(hand), []
        for part in text.split("|"):
            group = read_choice(part, hand)
            missing = next((card for card in group if card not in left), None)
            if missing is not None and missing in hand:
                raise Refusal(f"{names((missing,))} is in two groups")
            groups.append(group)
            for card in group:
                if card in left:
                    left.remove(card)
        return Act(choice.verb, groups=tuple(group for group in groups if group)) if text else None

    return _read(sight, act, wrapped(question), Text.assemble("  ", numbered(hand)))


def _read(sight: Sight, act: Callable[[str], Act | None], *above: RenderableType) -> Act | str | None:
    text = ask_line(sight, *above)
    if text is None:
        return None
    try:
        return act(text)
    except Refusal as refusal:
        return str(refusal)


def _wrong(words: str) -> Text:
    return Text.assemble(("! ", "bold red"), coloured(words, in_words=True))

"""The clause ids of the five rulebooks, read off their source texts.

    python scripts/clause_ids.py FOLDER            write tests/clauses/<game>.txt
    python scripts/clause_ids.py FOLDER --check    only compare; exit 1 and print what differs

The source texts are not part of the project; whoever has them can make the lists again and see that no
clause is missing from the registers. The texts are scans, so a mark is accepted only if it reads as the next
one of its level, and what looks like a mark but is not the next one stops the run: it needs a line in
CORRECTIONS, never a guess.
"""

import argparse
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

LISTS = Path(__file__).resolve().parents[1] / "tests" / "clauses"

# What the scan prints at the beginning of exactly one line -> how that line is to be read.
# Only for marks that are lost or wrong beyond what the order of the marks repairs.
Corrections = dict[str, str]

CORRECTIONS: dict[str, Corrections] = {
    "lucky8s": {
        # 69E-1.10E(b): the numbers 3 to 5 are lost (1 and 2 stand alone above the texts).
        "Specific areas in each player": "3. Specific areas in each player",
        "The following inscriptions": "4. The following inscriptions",
        "The payout odds for": "5. The payout odds for",
        # 50.4(a): both numbers are lost; (b): the second one.
        "Automated Card Shuffling Device": "1. Automated Card Shuffling Device",
        "If the cards were shuffled manually": "2. If the cards were shuffled manually",
        "If an automated shuffling device": "2. If an automated shuffling device",
        # 50.6(k): the House Way belongs to the dealer's qualification as its only number.
        "M House Way": "1. House Way",
        # 50.6(m): all four numbers are lost.
        "If the player's hand has more": "1. If the player's hand has more",
        "If the dealer's hand has more": "2. If the dealer's hand has more",
        "If the dealer's hand and player's": "3. If the dealer's hand and player's",
        "If the dealer's hand and the player's": "4. If the dealer's hand and the player's",
    },
    "ultimate8": {
        # 42.4(c)1: the second step has no roman, so the printed ii and iii are the third and fourth.
        "Taking a stack": "ii. Taking a stack",
        "- ii. Placing the cards remaining": "iii. Placing the cards remaining",
        "- iii. Removing the cover": "iv. Removing the cover",
    },
    "blackjack": {},
    "lunar": {
        # The dealing-shoe section lost its heading; the blank line before its (a) makes room for one.
        "\n(a) (No change.)": "13:69E-1.19 Dealing shoes\n(a) (No change.)",
        # Two headings kept the numbers of a template.
        "13:69F-1.2 ": "13:69F-38.2 ",
        "13:69F-1.4 ": "13:69F-38.4 ",
    },
    "packs": {
        # 69E-1.18(n)3 and the range after (n).
        "i1ii. All cards": "iii. All cards",
        "© - (P (No": "(o) - (p) (No",
        # 43.12(d)
        "4_ 1T a": "4. If a",
    },
}

# What the scan shows in place of a letter -> the letters it can stand for.
LOOKALIKES = {"@": "a", "©": "c", "9": "gq", "0": "o", "1": "l", "Q": "iq"}

# No level has more items than there are letters.
LONGEST = 26

LETTER, NUMBER, ROMAN = 0, 1, 2

PAGE_MARKER = re.compile(r"<\|.*?\|>")
HEADING = re.compile(r"13:69([EF])-(\d+\.\d+[A-Z]*)\s+([A-Z].*)")
SUBCHAPTER = re.compile(r"SUBCHAPTER \d+")
# A clause begins with a capital, a quotation mark, a bracket or the dash of a range; a wrapped reference such
# as "(c) below" goes on in lower case. A mark can also stand alone on its line.
_TEXT = r'(?:\s*(?P<rest>["\[(A-Z–—-].*)|\s*)$'
MARKS = (
    (LETTER, re.compile(r"(?:\((?P<mark>[^\s()]?)\)|(?P<half>[a-z@Q]?)\)|(?P<alone>@)(?=\s))" + _TEXT)),
    (NUMBER, re.compile(r"(?P<mark>\d{1,2})[.,](?=\s|$)" + _TEXT)),
    (ROMAN, re.compile(r"(?P<mark>[ivxIl]+)\.(?=\s|$)" + _TEXT)),
)
RANGE_END = re.compile(r"[–—-]\s*\(?(\w+)\)?\.?\s*\(No change")
STEP = re.compile(r"(\d\d|[a-z]{2})\.\s+[A-Z]")
FIRST_STEPS = ("11", "aa")
DEFINITION = re.compile(r'"(.+?)"+(?: or "[^"]+"+)? (?:shall mean|means|is|are)\b')
CHAPTER = re.compile(r"(\d+)\.\s+[A-Z]")
DOTTED = re.compile(r"(\d+(?:\.\d+)+)\.?\s+\S")


class MisreadError(Exception):
    """A source text does not read as the rulebook it should be; the message says where and what to do."""


@dataclass(frozen=True)
class Clause:
    """An id and the line of the source text on which its clause begins."""

    id: str
    line: int


@dataclass
class Section:
    """One section of the New Jersey rules while it is being read."""

    id: str
    title: str
    line: int
    clauses: list[Clause] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    step: str | None = None
    has_text: bool = False


def main(arguments: list[str] | None = None) -> int:
    """Writes or checks the five lists; 0 if they are (now) what the texts say."""
    parser = argparse.ArgumentParser(description="List the clause ids of the five rulebooks.")
    parser.add_argument("folder", type=Path, help="folder of the source texts")
    parser.add_argument("--check", action="store_true", help="compare with tests/clauses, write nothing")
    options = parser.parse_args(arguments)
    try:
        lists = {game: read_source(game, options.folder) for game in SOURCES}
    except MisreadError as error:
        print(error, file=sys.stderr)
        return 1
    if not options.check:
        write(lists, LISTS)
        return 0
    found = differences(lists, LISTS)
    print("\n".join(found) if found else "tests/clauses is what the source texts say")
    return 1 if found else 0


def read_source(game: str, folder: Path) -> list[Clause]:
    """The clauses of one game, in the order of its source text in the folder."""
    name, parse = SOURCES[game]
    path = folder / name
    if not path.is_file():
        raise MisreadError(f"{path} is missing: give the folder that holds {name}")
    try:
        return parse(correct(plain(path.read_text(encoding="utf-8")), CORRECTIONS[game]))
    except MisreadError as error:
        raise MisreadError(f"{name}: {error}") from error


def write(lists: dict[str, list[Clause]], folder: Path) -> None:
    """Puts one file for each game into the folder, an id on each line."""
    folder.mkdir(parents=True, exist_ok=True)
    for game, clauses in lists.items():
        text = "".join(f"{clause.id}\n" for clause in clauses)
        (folder / f"{game}.txt").write_text(text, encoding="utf-8")


def differences(lists: dict[str, list[Clause]], folder: Path) -> list[str]:
    """What the files of the folder lack, have too much or have in another order; empty if nothing."""
    found = []
    for game, clauses in lists.items():
        path = folder / f"{game}.txt"
        listed = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        ids = [clause.id for clause in clauses]
        found += [f"{game}: {c.id} (line {c.line}) is not listed" for c in clauses if c.id not in listed]
        found += [f"{game}: {listed_id} is not in the source" for listed_id in listed if listed_id not in ids]
        if sorted(ids) == sorted(listed) and ids != listed:
            found.append(f"{game}: the order is not that of the source")
        if len(set(listed)) < len(listed):
            found.append(f"{game}: an id is listed twice")
    return found


def plain(text: str) -> str:
    """The text with straight quotes and apostrophes and without page markers, line for line."""
    text = PAGE_MARKER.sub("", text)
    for curly, straight in (("’", "'"), ("“", '"'), ("”", '"'), ("™", '"')):
        text = text.replace(curly, straight)
    return re.sub(r'(?<=\w)"s\b', "'s", text)


def correct(text: str, corrections: Corrections) -> str:
    """The text with each correction made in its one place."""
    for printed, reading in corrections.items():
        places = list(re.finditer("^" + re.escape(printed), text, re.MULTILINE))
        if len(places) != 1:
            raise MisreadError(f"{printed!r} begins {len(places)} lines, not one: mend it in CORRECTIONS")
        text = text[: places[0].start()] + reading + text[places[0].end() :]
    return text


def parse_sections(text: str) -> list[Clause]:
    """The clauses of a New Jersey text: sections, letters, numbers, romans, steps and definitions."""
    clauses: list[Clause] = []
    section: Section | None = None
    for line_number, printed in enumerate(text.split("\n"), 1):
        line = without_markup(printed)
        heading = HEADING.match(line)
        if heading or SUBCHAPTER.match(line):
            clauses += ended(section)
            section = opened(heading, line_number) if heading else None
        elif section and line:
            read_line(section, line, line_number)
    return unique(clauses + ended(section))


def parse_dotted(text: str) -> list[Clause]:
    """The clauses of a text numbered 1.1, 1.1.1 ...; its chapters (1, 2 ...) are headings only."""
    clauses: list[Clause] = []
    seen: set[tuple[int, ...]] = set()
    for line_number, printed in enumerate(text.split("\n"), 1):
        line = without_markup(printed)
        if chapter := CHAPTER.match(line):
            seen.add((int(chapter[1]),))
        elif dotted := DOTTED.match(line):
            number = tuple(int(part) for part in dotted[1].split("."))
            *parent, last = number
            if tuple(parent) not in seen or (last > 1 and (*parent, last - 1) not in seen):
                raise MisreadError(f"line {line_number}: {dotted[1]} is out of order: add a correction")
            seen.add(number)
            clauses.append(Clause(dotted[1], line_number))
    return unique(clauses)


def without_markup(line: str) -> str:
    return re.sub(r"^[-#\s]+(?=\S)", "", line.replace("*", "")).strip()


def opened(heading: re.Match[str], line: int) -> Section:
    chapter, number, title = heading.groups()
    return Section(f"69E-{number}" if chapter == "E" else number, title, line)


def ended(section: Section | None) -> list[Clause]:
    """The section's clauses: itself, if it has text without marks; none for a line of a table of contents."""
    if section is None:
        return []
    if not section.clauses and section.has_text:
        return [Clause(section.id, section.line)]
    return section.clauses


def read_line(section: Section, line: str, line_number: int) -> None:
    """Adds the clause that begins on this line to the section, if one does."""
    section.has_text = True
    find = defined if section.title.startswith("Definitions") else marked
    if clause_id := find(section, line, line_number):
        section.clauses.append(Clause(clause_id, line_number))


def defined(section: Section, line: str, line_number: int) -> str | None:
    """The id of the definition on this line; of two names for a thing the first counts."""
    if not line.startswith('"'):
        return None
    definition = DEFINITION.match(line)
    if definition is None:
        raise MisreadError(f"line {line_number}: no definition in {line[:30]!r}: add a correction")
    return f"{section.id} {definition[1].lower()}"


def marked(section: Section, line: str, line_number: int) -> str | None:
    """The id of the marked clause that begins on this line, which must be the next of its level."""
    for level, pattern in MARKS:
        match = pattern.match(line)
        if match is None:
            continue
        groups = match.groupdict()
        mark = next((m for m in (groups["mark"], groups.get("half"), groups.get("alone")) if m), "")
        if len(section.at) >= level and reads_as(level, mark, following(section, level)):
            return advance(section, level, match["rest"] or "")
        if step := stepped(section, line):
            return step
        raise MisreadError(f"line {line_number}: {mark!r} is not the next mark: add a correction")
    return stepped(section, line)


def following(section: Section, level: int) -> int:
    """The ordinal that the next item of the level has: 1 for the first below its parent."""
    return section.at[level] + 1 if len(section.at) > level else 1


def reads_as(level: int, mark: str, ordinal: int) -> bool:
    """Whether the scan's mark can be that item of the level; an illegible letter can be any."""
    expected = printed_mark(level, ordinal).strip("()")
    if level == LETTER:
        return mark in ("", expected, expected.upper()) or expected in LOOKALIKES.get(mark, "")
    return plain_mark(level, mark) == expected


def plain_mark(level: int, mark: str) -> str:
    """The mark without the scan's capitals; in a roman below l (50) an l is an i."""
    return mark.lower().replace("l", "i") if level == ROMAN else mark.lower()


def advance(section: Section, level: int, rest: str) -> str:
    """Moves the section to the next item of the level, or over a whole unchanged range; returns the id."""
    first = following(section, level)
    section.at = [*section.at[:level], first]
    section.step = None
    place = full_id(section)
    end = RANGE_END.match(rest)
    if end is None:
        return place
    section.at[level] = ordinal_of(level, plain_mark(level, end[1]), first)
    return f"{place}-{printed_mark(level, section.at[level])}"


def ordinal_of(level: int, mark: str, first: int) -> int:
    for ordinal in range(first + 1, LONGEST + 1):
        if printed_mark(level, ordinal).strip("()") == mark:
            return ordinal
    raise MisreadError(f"{mark!r} does not end a range from {printed_mark(level, first)}: add a correction")


def stepped(section: Section, line: str) -> str | None:
    """The id of a step below a roman: a double mark (11, 12 ... or aa, ab ...), kept as printed."""
    step = STEP.match(line)
    if step is None or len(section.at) <= ROMAN:
        return None
    if section.step is None:
        due = step[1] in FIRST_STEPS
    elif section.step.isdigit():
        due = step[1] == str(int(section.step) + 1)
    else:
        due = step[1] == section.step[0] + chr(ord(section.step[1]) + 1)
    if not due:
        return None
    section.step = step[1]
    return f"{full_id(section)}({step[1]})"


def full_id(section: Section) -> str:
    return section.id + "".join(printed_mark(level, ordinal) for level, ordinal in enumerate(section.at))


def printed_mark(level: int, ordinal: int) -> str:
    """(a), 1 or i: the mark of an item as it stands in an id."""
    if level == LETTER:
        return f"({chr(ord('a') + ordinal - 1)})"
    return str(ordinal) if level == NUMBER else roman(ordinal)


def roman(number: int) -> str:
    """The number, below forty, in small romans."""
    ones = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
    return "x" * (number // 10) + ones[number % 10]


def unique(clauses: list[Clause]) -> list[Clause]:
    lines: dict[str, int] = {}
    for clause in clauses:
        if clause.id in lines:
            raise MisreadError(f"line {clause.line}: {clause.id} again, as on line {lines[clause.id]}")
        lines[clause.id] = clause.line
    return clauses


SOURCES: dict[str, tuple[str, Callable[[str], list[Clause]]]] = {
    "lucky8s": ("lucky8s.txt", parse_sections),
    "ultimate8": ("ultimate8.txt", parse_sections),
    "blackjack": ("blackjack_lucky8.txt", parse_dotted),
    "lunar": ("lunar.txt", parse_sections),
    "packs": ("packs.txt", parse_sections),
}


if __name__ == "__main__":
    sys.exit(main())

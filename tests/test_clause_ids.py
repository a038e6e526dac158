"""The lists of clause ids are well-formed, and the parser that made them reads texts of the same shapes.

The source texts are not needed here: the parser is tried on made-up rules with the same marks and the same
damage, and the committed lists are checked by an id grammar of this file's own.
"""

import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

import clause_ids

LISTS = Path(__file__).resolve().parent / "clauses"
GAMES = ("lucky8s", "ultimate8", "blackjack", "lunar", "packs")
NEW_JERSEY = {"lucky8s": 50, "ultimate8": 42, "lunar": 38, "packs": 43}
ROMANS = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")

DEFINED = re.compile(r"(\d+\.1) ([a-z0-9][a-z0-9'/ -]*[a-z0-9])")
MARKED = re.compile(
    r"(?P<section>69E-1\.\d+[A-Z]*|\d+\.\d+)"
    r"(?:\((?P<letter>[a-z])\)(?:-\((?P<letter_end>[a-z])\))?"
    r"(?:(?P<number>\d+)(?:-(?P<number_end>\d+))?"
    r"(?:(?P<roman>[ivx]+)(?:-(?P<roman_end>[ivx]+))?(?:\((?P<step>\d\d|[a-z]{2})\))?)?)?)?"
)


def listed(game: str) -> list[str]:
    return (LISTS / f"{game}.txt").read_text(encoding="utf-8").splitlines()


def ids(text: str) -> list[str]:
    return [clause.id for clause in clause_ids.parse_sections(clause_ids.plain(text))]


def dotted(text: str) -> list[str]:
    return [clause.id for clause in clause_ids.parse_dotted(text)]


# --- the committed lists


def test_there_is_one_list_for_each_game() -> None:
    assert {path.stem for path in LISTS.iterdir()} == set(GAMES)
    assert set(clause_ids.SOURCES) == set(clause_ids.CORRECTIONS) == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_no_id_is_listed_twice(game: str) -> None:
    assert len(set(listed(game))) == len(listed(game)) > 0


@pytest.mark.parametrize("game", NEW_JERSEY)
def test_new_jersey_ids_are_well_formed(game: str) -> None:
    chapter = f"{NEW_JERSEY[game]}."
    for clause in listed(game):
        assert DEFINED.fullmatch(clause) or MARKED.fullmatch(clause), clause
        assert clause.startswith(("69E-1.", chapter)), clause


@pytest.mark.parametrize("game", NEW_JERSEY)
def test_sections_stand_together_and_count_up(game: str) -> None:
    sections = list(dict.fromkeys(re.split(r"[ (]", clause)[0] for clause in listed(game)))
    own = [section for section in sections if not section.startswith("69E-")]
    assert own == [f"{NEW_JERSEY[game]}.{n}" for n in range(1, len(own) + 1)]
    assert sections[len(sections) - len(own) :] == own
    in_order = [re.split(r"[ (]", clause)[0] for clause in listed(game)]
    assert in_order == sorted(in_order, key=sections.index)


@pytest.mark.parametrize("game", NEW_JERSEY)
def test_a_definition_is_in_the_first_section_and_a_bare_section_stands_alone(game: str) -> None:
    for clause in listed(game):
        section = re.split(r"[ (]", clause)[0]
        others = [other for other in listed(game) if re.split(r"[ (]", other)[0] == section]
        if clause == section:
            assert others == [clause]
        if " " in clause:
            assert all(" " in other for other in others)


@pytest.mark.parametrize("game", NEW_JERSEY)
def test_marks_follow_each_other_and_their_parent(game: str) -> None:
    """Below each parent the items count from the first without a gap; the parent is listed before them."""
    reached: dict[str, int] = {}
    for clause in listed(game):
        match = MARKED.fullmatch(clause)
        if match is None or match["letter"] is None:
            continue
        parent, first, last = place(match)
        assert first == reached.get(parent, 0) + 1, clause
        assert last >= first
        assert parent == match["section"] or parent in listed(game)[: listed(game).index(clause)], clause
        reached[parent] = last


@pytest.mark.parametrize("game", NEW_JERSEY)
def test_children_come_directly_below_their_parent(game: str) -> None:
    """The order is that of a walk through the tree: no item comes after something of a later branch."""
    keys = [key for clause in listed(game) if (key := path(clause)) is not None]
    for (section, before), (other, after) in pairwise(keys):
        assert section != other or before < after, (before, after)


def test_blackjack_numbers_are_in_order_with_their_parents() -> None:
    numbers = [tuple(int(part) for part in clause.split(".")) for clause in listed("blackjack")]
    assert numbers == sorted(numbers)
    assert {number[0] for number in numbers} == {1, 2, 3, 4, 5}
    for number in numbers:
        *parent, last = number
        assert len(number) >= 2
        assert len(parent) == 1 or tuple(parent) in numbers
        assert last == 1 or (*parent, last - 1) in numbers


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        ("lucky8s", "50.3"),
        ("lucky8s", "50.1 natural 8"),
        ("lucky8s", "50.6(k)1iii(11)"),
        ("lucky8s", "50.6(k)1iv(ab)"),
        ("lucky8s", "50.6(m)4"),
        ("lucky8s", "50.6(s)"),
        ("ultimate8", "42.4(c)1iv"),
        ("ultimate8", "42.10(a)2"),
        ("ultimate8", "69E-1.19(d)-(h)"),
        ("blackjack", "1.1.7.1"),
        ("blackjack", "3.5.3"),
        ("lunar", "38.1 force the dealer payment"),
        ("lunar", "38.10(l)"),
        ("lunar", "69E-1.19(c)1-2"),
        ("packs", "43.13(f)"),
        ("packs", "69E-1.18(n)3iii"),
    ],
)
def test_the_hardest_marks_are_listed(game: str, clause: str) -> None:
    assert clause in listed(game)


# --- the parser, on made-up rules


def test_letters_numbers_and_romans() -> None:
    text = """13:69F-90.2 Tea; number of cups
(a) Tea comes in cups.
(b) A cup shall be:
1. Clean; and
2. Warm, by means of:
 - i. Water; or
 - ii. Steam.
3. Full.
(c) Sugar is free."""
    marks = ["(a)", "(b)", "(b)1", "(b)2", "(b)2i", "(b)2ii", "(b)3", "(c)"]
    assert ids(text) == [f"90.2{mark}" for mark in marks]


def test_the_equipment_chapter_keeps_its_prefix() -> None:
    assert ids("13:69E-1.99Q Kettle\n(a) A kettle whistles.") == ["69E-1.99Q(a)"]


def test_damaged_letters_are_read_by_their_order() -> None:
    text = """13:69F-90.6 Pouring
@) The host pours.
b) The guest waits.
(©) The cup fills.
d) The guest thanks.
(e) The host nods.
() The spoon turns.
(9) The steam rises.
(H) The clock ticks.
Q) The cat comes.
) The dog goes.
(K)The door shuts.
(1) The light fades.
()

The day ends."""
    assert ids(text) == [f"90.6({letter})" for letter in "abcdefghijklm"]


def test_an_at_sign_alone_is_an_a_and_a_naught_an_o() -> None:
    letters = "\n".join(f"({letter}) So." for letter in "bcdefghijklmn")
    text = f"13:69F-90.6 Cups\n@ First\n{letters}\n(0) Later\n(p) So.\n(9) Last"
    assert ids(text) == [f"90.6({letter})" for letter in "abcdefghijklmnopq"]


def test_damaged_numbers_and_romans_and_marks_alone_on_their_line() -> None:
    text = """13:69F-90.7 Spoons
(a) Spoons are:
1.

2.

Silver;

Gold;
3, Brass, that is:
I. Yellow; and
Il. Bright."""
    marks = ["(a)", "(a)1", "(a)2", "(a)3", "(a)3i", "(a)3ii"]
    assert ids(text) == [f"90.7{mark}" for mark in marks]


def test_steps_below_a_roman_keep_their_double_marks() -> None:
    text = """13:69F-90.8 Ways
(a) Ways:
1. Of pouring:
i. Cold:
11. If it is summer.
ii. Hot:
aa. If it is winter.
it. The word before is no mark.
ab. If it is spring."""
    assert ids(text)[3:] == [f"90.8(a)1{mark}" for mark in ("i(11)", "ii", "ii(aa)", "ii(ab)")]


def test_wrapped_references_tables_and_page_numbers_are_no_marks() -> None:
    text = """13:69F-90.9 Serving
(a) A cup is served as in
(b) below, and in a way of
(3) if there are three, by
13:69F-90.4, 90.5 or in the order
8, 7, 6 and 5 at the time of
90.4.
12
2 1 1 1
"No" is a polite answer.
<|PAGE-0123|>(b) A cup is cleared."""
    assert ids(text) == ["90.9(a)", "90.9(b)"]


def test_unchanged_items_and_ranges_are_one_entry_each() -> None:
    text = """13:69E-1.98 Storage
(a) - (F) (No change.)
(9) Cups stand in rows.
1. (No change.)
2. — 3. (No change.)
4. Rows are:
i. — Il (No change.)
iii. Straight.
5. - 12. (No change.)
(h) (No change.)"""
    marks = ["(a)-(f)", "(g)", "(g)1", "(g)2-3", "(g)4", "(g)4i-ii", "(g)4iii", "(g)5-12", "(h)"]
    assert ids(text) == [f"69E-1.98{mark}" for mark in marks]


def test_definitions_take_the_first_name_in_lower_case() -> None:
    text = """13:69F-90.1 Definitions
The following words have these meanings:
"Cup" shall mean a small vessel.
“Host’s Cup” is the one with the handle, or as in
(a) below.
“Saucer™ means a plate.
“Guest”s cup” or “Guest’s mug” means the other one.
"Crumbs/Rest" are what remains."""
    terms = ["cup", "host's cup", "saucer", "guest's cup", "crumbs/rest"]
    assert ids(text) == [f"90.1 {term}" for term in terms]


def test_a_quoted_line_that_defines_nothing_stops_the_run() -> None:
    with pytest.raises(clause_ids.MisreadError, match="no definition"):
        ids('13:69F-90.1 Definitions\n"Cup" mears a vessel.')


def test_a_section_is_an_entry_only_with_text_and_without_marks() -> None:
    text = """#### **SUBCHAPTER 90. TEA**
**13:69F-90.2**    **Cups**
- 13:69F-90.3 Opening
13:69F-90.2 Cups; and
saucers
(a) Cups have saucers.
#### 13:69F-90.3 Opening
The house opens at four.
SUBCHAPTER 91. COFFEE
Nothing of this is read."""
    assert ids(text) == ["90.2(a)", "90.3"]


@pytest.mark.parametrize("line", ["(d) Skips c.", "2. Has no first.", "i. Has no number.", "(b) Again."])
def test_a_mark_out_of_turn_stops_the_run(line: str) -> None:
    with pytest.raises(clause_ids.MisreadError, match=r"line 4: .* is not the next mark"):
        ids(f"13:69F-90.2 Cups\n(a) Cups.\n(b) Saucers.\n{line}")


def test_dotted_numbers() -> None:
    text = """- 1. Words
- 2. Play

1. Words
1.1. In this house:
 - 1.1.1. "Tea" means tea.
 - 1.1.1.1. Green; or
 - 1.1.2 Black.
3 cups	10 to 1
2. Play
2.1. Pour."""
    assert dotted(text) == ["1.1", "1.1.1", "1.1.1.1", "1.1.2", "2.1"]


def test_a_dotted_number_out_of_turn_stops_the_run() -> None:
    with pytest.raises(clause_ids.MisreadError, match=r"line 3: 1\.3 is out of order"):
        dotted("1. Words\n1.1. Tea.\n1.3. Cake.")


def test_a_clause_id_read_twice_stops_the_run() -> None:
    with pytest.raises(clause_ids.MisreadError, match=r"line 4: 90\.2\(a\) again, as on line 2"):
        ids("13:69F-90.2 Cups\n(a) One.\n13:69F-90.2 Cups\n(a) Two.")


def test_a_correction_is_made_in_its_one_place() -> None:
    text = "13:69F-90.2 Cups\n(a) Cups are:\nBlue; or\nRed, not Blue."
    corrected = clause_ids.correct(text, {"Blue": "1. Blue", "Red": "2. Red"})
    assert ids(corrected) == ["90.2(a)", "90.2(a)1", "90.2(a)2"]
    with pytest.raises(clause_ids.MisreadError, match="begins 0 lines"):
        clause_ids.correct(text, {"Green": "3. Green"})
    with pytest.raises(clause_ids.MisreadError, match="begins 2 lines"):
        clause_ids.correct("Blue\nBlue", {"Blue": "1. Blue"})


def test_differences_name_what_is_missing_surplus_or_out_of_order(tmp_path: Path) -> None:
    clauses = [clause_ids.Clause("90.2(a)", 2), clause_ids.Clause("90.2(b)", 5)]
    clause_ids.write({"tea": clauses}, tmp_path)
    assert (tmp_path / "tea.txt").read_text(encoding="utf-8") == "90.2(a)\n90.2(b)\n"
    assert clause_ids.differences({"tea": clauses}, tmp_path) == []
    assert clause_ids.differences({"tea": clauses[::-1]}, tmp_path) == ["tea: the order is not that of the source"]
    other = [clauses[0], clause_ids.Clause("90.2(c)", 9)]
    assert clause_ids.differences({"tea": other}, tmp_path) == [
        "tea: 90.2(c) (line 9) is not listed",
        "tea: 90.2(b) is not in the source",
    ]
    (tmp_path / "tea.txt").write_text("90.2(a)\n90.2(b)\n90.2(b)\n", encoding="utf-8")
    assert clause_ids.differences({"tea": clauses}, tmp_path) == ["tea: an id is listed twice"]


def test_the_command_writes_the_lists_and_checks_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(clause_ids, "SOURCES", {"blackjack": ("tea.txt", clause_ids.parse_dotted)})
    monkeypatch.setattr(clause_ids, "LISTS", tmp_path / "clauses")
    source = tmp_path / "tea.txt"
    source.write_text("1. Words\n1.1. Tea.\n", encoding="utf-8")
    assert clause_ids.main([str(tmp_path)]) == 0
    assert clause_ids.main([str(tmp_path), "--check"]) == 0
    source.write_text("1. Words\n1.1. Tea.\n1.2. Cake.\n", encoding="utf-8")
    assert clause_ids.main([str(tmp_path), "--check"]) == 1
    assert "blackjack: 1.2 (line 3) is not listed" in capsys.readouterr().out
    assert (tmp_path / "clauses" / "blackjack.txt").read_text(encoding="utf-8") == "1.1\n"


def test_a_folder_without_the_texts_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert clause_ids.main([str(tmp_path), "--check"]) == 1
    assert capsys.readouterr().err.endswith("is missing: give the folder that holds lucky8s.txt\n")


def place(match: re.Match[str]) -> tuple[str, int, int]:
    """An item's parent, and the ordinals of its first and last mark below it (11 and aa are first)."""
    parent = match["section"]
    if match["number"] is None:
        return parent, ord(match["letter"]) - 96, ord(match["letter_end"] or match["letter"]) - 96
    parent += f"({match['letter']})"
    if match["roman"] is None:
        return parent, int(match["number"]), int(match["number_end"] or match["number"])
    parent += match["number"]
    if match["step"] is None:
        last = ROMANS.index(match["roman_end"] or match["roman"]) + 1
        return parent, ROMANS.index(match["roman"]) + 1, last
    step = match["step"]
    ordinal = int(step) - 10 if step.isdigit() else ord(step[1]) - 96
    return parent + match["roman"], ordinal, ordinal


def path(clause: str) -> tuple[str, tuple[int, ...]] | None:
    """The section of a marked clause and its ordinals from the letter down."""
    match = MARKED.fullmatch(clause)
    if match is None or match["letter"] is None:
        return None
    ordinals = [ord(match["letter"]) - 96]
    if match["number"]:
        ordinals.append(int(match["number"]))
    if match["roman"]:
        ordinals.append(ROMANS.index(match["roman"]) + 1)
    if match["step"]:
        ordinals.append(place(match)[1])
    return match["section"], tuple(ordinals)

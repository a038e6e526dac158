"""Who may do and look at what: every role against every command and every look, written out by hand."""

from typing import Any, get_args

import msgspec
import pytest

from houseway.house import commands, office_commands
from houseway.house.authorising import MATRIX, Forbidden, Look, authorise, check_reason, may
from houseway.house.commands import Actor, AddBot, Asked, Command, DismissBot, Role
from houseway.house.office_commands import OfficeCommand
from houseway.house.store import Store
from houseway.refusal import Refusal

# Letters: player, dealer, floorperson, supervisor, auditor, administrator; a point where the role may not.
ROLES = dict(zip("pdfsuA", get_args(Role), strict=True))
AT_TABLES = """
    p.....  sit
    p.....  back
    p.....  buy chips
    p.....  wager
    p.....  consent
    p.....  ready
    p.....  decide
    p.....  leave
    p.fs..  add bot
    p.fs..  dismiss bot
    ...s.A  open table
    ...s.A  close table
    ...s..  choose rules
    ...s..  fill
    ...s..  credit
    ...s..  count drop
    ...s..  collect commission
    ...s..  validate
    ..fs..  report
    ...s..  recut
    ...s..  void round
    ..fs..  make leave
    ..fs..  allow back
    ..fs..  change cards
    .d....  clock
    .d....  presence
    .d....  resume
    .d....  abandon
"""
IN_THE_OFFICE = """
    p....A  open account
    .....A  open staff account
    .....A  give role
    ...s.A  lock account
    ...s.A  unlock account
    .....A  remove guest
    p.fsuA  change password
    .....A  reset password
    p.....  take money
    p.....  redeem money
    ...s.A  give coupon
    ...s.A  set up table
    ...s.A  hang meter
    ...s.A  change reset
"""
LOOKS = """
    p.fsuA  tables
    p.fsuA  own rounds
    p.fsuA  any round
    ..fsuA  pit
    ...suA  record
    ...suA  accounts
    ....uA  metrics
"""


def lines(text: str) -> dict[str, str]:
    return {words: letters for letters, words in (line.split(maxsplit=1) for line in text.strip().splitlines())}


def commands_of(union: Any) -> dict[str, type[Asked]]:
    return {each.__struct_config__.tag: each for each in get_args(union)}


DEEDS: dict[str, Any] = commands_of(Command) | commands_of(OfficeCommand) | {look: look for look in get_args(Look)}
WRITTEN = lines(AT_TABLES) | lines(IN_THE_OFFICE) | lines(LOOKS)


def test_every_command_and_every_look_is_written_down_here_and_is_in_the_matrix() -> None:
    assert set(WRITTEN) == set(DEEDS)
    assert set(MATRIX) == set(DEEDS.values())
    assert set(commands_of(Command)) == set(lines(AT_TABLES))
    assert set(commands_of(OfficeCommand)) == set(lines(IN_THE_OFFICE))
    assert len(WRITTEN) == len(get_args(Command)) + len(get_args(OfficeCommand)) + len(get_args(Look))


@pytest.mark.parametrize(
    ("letter", "words"), [(letter, words) for words in WRITTEN for letter in ROLES], ids=lambda value: str(value)
)
def test_a_role_may_exactly_what_is_written(letter: str, words: str) -> None:
    column, role = list(ROLES).index(letter), ROLES[letter]
    allowed = WRITTEN[words][column]
    assert allowed in (letter, ".")
    actor = Actor("ada", role)
    if allowed == letter:
        assert may(role, DEEDS[words])
        authorise(actor, DEEDS[words])
    else:
        assert not may(role, DEEDS[words])
        with pytest.raises(Forbidden, match=f"^'{words}' is not for the role {role}$"):
            authorise(actor, DEEDS[words])


def test_what_nobody_wrote_down_nobody_may() -> None:
    class Peek(Asked, frozen=True, tag="peek"):
        """Look at hidden cards."""

    deeds: list[Any] = [Peek, Asked, "hidden cards", "", "seeds"]
    for role in get_args(Role):
        for deed in deeds:
            assert not may(role, deed)


def test_a_role_that_there_is_not_may_nothing() -> None:
    roles: list[Any] = ["", "Player", "player ", "root", "supervisor,administrator", None]
    assert not [(role, words) for role in roles for words in WRITTEN if may(role, DEEDS[words])]


def test_the_office_itself_refuses_who_may_not(store: Store) -> None:
    """Nothing that calls it has to remember to authorise."""
    from houseway.house.office import carry_out

    reason = {"reason": "because"}
    table = {"name": "lunar-9", "game": "lunar"}
    bodies: dict[str, dict[str, Any]] = {
        "open account": {"name": "bea"},
        "open staff account": {"name": "bea", "role": "auditor", **reason},
        "give role": {"name": "bea", "role": "auditor", **reason},
        "lock account": {"name": "bea", **reason},
        "unlock account": {"name": "bea", **reason},
        "remove guest": {"name": "bea"},
        "change password": {},
        "reset password": {"name": "bea", **reason},
        "take money": {},
        "redeem money": {"amount": 1},
        "give coupon": {"name": "bea", "amount": 5_00, **reason},
        "set up table": {"definition": table, **reason},
        "hang meter": {"name": "lunar", "amount": 1, "reset": 1, **reason},
        "change reset": {"name": "lunar", "reset": 1, **reason},
    }
    assert set(bodies) == set(lines(IN_THE_OFFICE))
    for do, body in bodies.items():
        command: OfficeCommand = msgspec.convert({"do": do, **body}, OfficeCommand)
        for column, role in enumerate(ROLES.values()):
            if WRITTEN[do][column] == ".":
                with pytest.raises(Forbidden):
                    carry_out(store, command, Actor("cy", role), 1)
    assert store.streams() == {}


def test_forbidden_is_a_refusal_without_a_clause() -> None:
    with pytest.raises(Refusal) as told:
        authorise(Actor("ada", "auditor"), commands.Sit)
    assert (told.value.message, told.value.clause) == ("'sit' is not for the role auditor", None)
    assert office_commands.MAY.keys().isdisjoint(commands.MAY)


@pytest.mark.parametrize("role", ["floorperson", "supervisor"])
@pytest.mark.parametrize("kind", [AddBot, DismissBot])
def test_the_floor_says_why_it_has_a_bot_come_or_go(role: Role, kind: type[AddBot | DismissBot]) -> None:
    with pytest.raises(Refusal, match="has a reason"):
        check_reason(Actor("Flo", role), kind(1))
    check_reason(Actor("Flo", role), kind(1, reason="a quiet table"))
    check_reason(Actor("Ann", "player"), kind(1))

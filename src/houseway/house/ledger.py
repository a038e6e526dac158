"""The ledger: what every chip move is in accounts, and the transfers that are made beside the felt.

A transfer is what is added to each account, in whole cents, and sums to zero. Accounts are named by what they hold:

    wallet/<player>             play money that is at no table
    chips/<table>/<player>      what a player has before him
    felt/<table>                betting areas, main and side pots: the chips of a round in play
    inventory/<table>           the table inventory
    pot/<table>/<name>          a pot that is carried over
    meter/<name>                the whole cents that a progressive meter shows
    reserve/<name>              the house's money behind that meter's reset amount
    commission/<table>          what was taken from pots
    drop/<table>                what was paid for chips at the table, until it is counted
    cage                        where fills come from and credits go to; it may be below zero
    issued                      all play money ever issued, less what was redeemed: it is below zero

Coupons are no money and never become any: they are booked beside it, in accounts of their own that sum to zero.

    coupon/<player>             what a player holds that is at no table
    coupons/<table>/<player>    what lies with a wager of his before the deal
    coupon felt/<table>         what lies upon the wagers of a round in play
    coupon box/<table>          what was collected at a table
    coupons issued              all coupons ever given: it is below zero

A meter is the house's debt and no chips lie on it: what goes onto it and comes off it is between it and the cage, so
that `inventory/<table>` is always what lies in the table inventory. A reserve is always the reset amount of its meter,
whether the meter hangs or its table's rules have taken it down.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from houseway.felt import CAGE, COUPON, COUPON_BOX, INVENTORY, Area, ChipsMoved, MeterMoved, Move, is_coupon
from houseway.house.record import Account, Transfer
from houseway.money import Cents

# Areas beside the felt, from which and to which a table moves chips.
ISSUED, DROP, COMMISSIONS, WALLET = "issued", "drop", "commission", "wallet/"
COUPONS_ISSUED = "coupons issued"
BELOW_ZERO = (CAGE, ISSUED, COUPONS_ISSUED)  # the accounts that may be
COUPON_ACCOUNTS = ("coupon", "coupons", "coupon felt", "coupon box", COUPONS_ISSUED)  # as their names begin
METER, RESERVE = "meter/", "reserve/"
NAMES = 10_000  # of accounts that every command asks for, at hand
COMMISSION = "42.10(k)"  # the clause by which chips of a pot become the house's

Postings = dict[Account, Cents]


class Books(msgspec.Struct, frozen=True):
    """Whose the areas of a table are: who sits where, which areas are pots that are carried over and how those are
    called, and the house's names for the meters that hang at it."""

    table: str
    players: Mapping[int, str] = {}
    pots: Mapping[Area, str] = {}
    meters: Mapping[str, str] = {}
    accounts: dict[Area, Account] = {}  # of areas that were asked for

    def account(self, area: Area) -> Account:
        """The account of an area; all betting areas and the pots of a round in play are one."""
        account = self.accounts.get(area)
        if account is None:
            account = self.accounts[area] = self._account(area)
        return account

    def target(self, move: ChipsMoved) -> Area:
        """Where chips go; what the house takes of a pot is its commission."""
        if move.clause != COMMISSION or move.target != INVENTORY:
            return move.target
        of_pot = move.source in self.pots or move.source.startswith("pot/")
        return COMMISSIONS if of_pot else INVENTORY

    def apart(self, moves: Iterable[Move]) -> Iterator[ChipsMoved]:
        """What of the chips that a round moves to the inventory lies apart from it, in the commission box."""
        for move in moves:
            if type(move) is ChipsMoved and self.target(move) != move.target:
                yield ChipsMoved(move.amount, move.target, self.target(move), move.clause)

    def meter(self, name: str) -> str:
        """The house's name for a meter; one that is not linked is the table's own."""
        return self.meters.get(name, f"{self.table}.{name}")

    def _account(self, area: Area) -> Account:
        if area in (CAGE, ISSUED) or area.startswith((WALLET, COUPON)):
            return area
        if area == INVENTORY:
            return inventory(self.table)
        if area == DROP:
            return drop_box(self.table)
        if area == COMMISSIONS:
            return commission(self.table)
        if area in self.pots:
            return pot(self.table, self.pots[area])
        if area == COUPON_BOX:
            return coupon_box(self.table)
        who, _, what = area.partition("/")
        if what in ("chips", "coupons"):
            player = self.players[int(who)] if who.isdecimal() else who
            return chips(self.table, player) if what == "chips" else coupons(self.table, player)
        return coupon_felt(self.table) if is_coupon(area) else felt(self.table)


def transfer_of(moves: Iterable[Move], books: Books, shown: Mapping[str, Fraction] | None = None) -> Transfer:
    """What the moves of an entry add to each account. `shown` is what the table's meters show before them."""
    return _transfer(postings_of(moves, books, shown))


def postings_of(moves: Iterable[Move], books: Books, shown: Mapping[str, Fraction] | None = None) -> Postings:
    """The same account by account, in the order in which they come, and with those to which nothing is added."""
    added: Postings = {}
    areas: dict[Area, Cents] = {}  # of a round's many moves most are between the same few
    meters = dict(shown or {})
    for move in moves:
        if type(move) is ChipsMoved:
            source, target = move.source, books.target(move)
            assert is_coupon(source) == is_coupon(target), "a coupon never becomes a chip"
            areas[source] = areas.get(source, 0) - move.amount
            areas[target] = areas.get(target, 0) + move.amount
        elif type(move) is MeterMoved:
            more = move.amount - int(meters[move.meter])
            _post(added, CAGE, -more)
            _post(added, meter_account(books.meter(move.meter)), more)
            meters[move.meter] = move.shown
    for area, cents in areas.items():
        _post(added, books.account(area), cents)
    return added


def combined(*transfers: Transfer) -> Transfer:
    """Several transfers as one."""
    added: Postings = {}
    for transfer in transfers:
        for account, cents in transfer:
            _post(added, account, cents)
    return _transfer(added)


def issue(player: str, cents: Cents) -> Transfer:
    """Play money for a player."""
    return _move(cents, (ISSUED, wallet(player)))


def redeem(player: str, cents: Cents) -> Transfer:
    """Play money is taken back."""
    return _move(cents, (wallet(player), ISSUED))


def give_coupon(player: str, cents: Cents) -> Transfer:
    """A coupon for a player."""
    return _move(cents, (COUPONS_ISSUED, coupon(player)))


def take_coupon(player: str, cents: Cents) -> Transfer:
    """A coupon that a player holds goes back to the house."""
    return _move(cents, (coupon(player), COUPONS_ISSUED))


def hang_meter(name: str, cents: Cents, reset: Cents) -> Transfer:
    """A meter is hung up: it shows so much, and the house lays its reset amount aside."""
    return combined(_move(cents, (CAGE, meter_account(name))), _move(reset, (CAGE, reserve(name))))


def change_reset(name: str, before: Cents, after: Cents) -> Transfer:
    """Another reset amount: more or less is laid aside for it."""
    return _transfer({CAGE: before - after, reserve(name): after - before} if before != after else {})


def wallet(player: str) -> Account:
    return f"wallet/{_one(player)}"


@lru_cache(maxsize=NAMES)
def chips(table: str, player: str) -> Account:
    return f"chips/{_one(table)}/{_one(player)}"


@lru_cache(maxsize=NAMES)
def felt(table: str) -> Account:
    return f"felt/{_one(table)}"


@lru_cache(maxsize=NAMES)
def inventory(table: str) -> Account:
    return f"inventory/{_one(table)}"


def coupon(player: str) -> Account:
    return f"{COUPON}{_one(player)}"


@lru_cache(maxsize=NAMES)
def coupons(table: str, player: str) -> Account:
    return f"{coupons_at(table)}{_one(player)}"


@lru_cache(maxsize=NAMES)
def coupons_at(table: str) -> str:
    """What the names of the accounts begin with in which players' coupons lie at a table."""
    return f"coupons/{_one(table)}/"


def coupon_felt(table: str) -> Account:
    return f"coupon felt/{_one(table)}"


def coupon_box(table: str) -> Account:
    return f"coupon box/{_one(table)}"


def pot(table: str, name: str) -> Account:
    return f"pot/{_one(table)}/{_one(name)}"


def meter_account(name: str) -> Account:
    return f"{METER}{_one(name)}"


def reserve(name: str) -> Account:
    return f"{RESERVE}{_one(name)}"


def commission(table: str) -> Account:
    return f"commission/{_one(table)}"


def drop_box(table: str) -> Account:
    return f"drop/{_one(table)}"


@lru_cache(maxsize=NAMES)
def is_of(account: Account, table: str) -> bool:
    """Is it an account of a table?"""
    kind, _, rest = account.partition("/")
    return kind not in ("wallet", "coupon", "meter", "reserve") and (rest == table or rest.startswith(f"{table}/"))


@lru_cache(maxsize=NAMES)
def holder(account: Account) -> str | None:
    """Whose wallet it is, or whose coupons that are at no table."""
    kind, _, name = account.partition("/")
    return name if kind in ("wallet", "coupon") else None


def wrong_with(transfer: Any) -> str | None:
    """What is wrong with something that should be a transfer, in words."""
    for line in transfer:
        account, cents = line if isinstance(line, tuple | list) and len(line) == 2 else (None, None)
        if not isinstance(account, str) or type(cents) is not int or not cents:
            return f"{line!r} is no posting"
    total, coupons_ = _sums(transfer)
    if total:
        return f"the transfer sums to {total}, not to zero"
    return f"its coupons sum to {coupons_}, not to zero" if coupons_ else None


def holds_coupons(account: Account) -> bool:
    """Is it an account of coupons, and none of money?"""
    return account.partition("/")[0] in COUPON_ACCOUNTS


def wrong_balance(postings: Mapping[Account, Cents], balances: Mapping[Account, Cents]) -> str | None:
    """The first account whose balance is not what its postings come to, or is below zero, in words.

    All money is there: what was issued and everything else sum to zero, and so do the coupons by themselves.
    """
    for account in sorted({*postings, *balances}):
        posted, balance = postings.get(account, 0), balances.get(account, 0)
        if posted != balance:
            return f"the balance of {account} is {balance}, its postings come to {posted}"
        if balance < 0 and account not in BELOW_ZERO:
            return f"the balance of {account} is {balance}"
    total, coupons_ = _sums(balances.items())
    if total:
        return f"all accounts together hold {total}, not zero"
    return f"all coupons together come to {coupons_}, not to zero" if coupons_ else None


def _sums(lines: Iterable[tuple[Account, Cents]]) -> tuple[Cents, Cents]:
    """What lines come to in all, and those of coupons by themselves."""
    total = coupons_ = 0
    for account, cents in lines:
        total += cents
        coupons_ += cents if holds_coupons(account) else 0
    return total, coupons_


def _move(cents: Cents, *ways: tuple[Account, Account]) -> Transfer:
    """The same amount from one account to another, on each of the ways."""
    if cents < 0:
        raise ValueError(f"{cents} cents cannot be moved")
    added: Postings = {}
    for source, target in ways:
        _post(added, source, -cents)
        _post(added, target, cents)
    return _transfer(added)


def _post(added: Postings, account: Account, cents: Cents) -> None:
    added[account] = added.get(account, 0) + cents


def _transfer(added: Postings) -> Transfer:
    return tuple((account, added[account]) for account in sorted(added) if added[account])


def _one(name: str) -> str:
    """A part of an account's name: a slash in it would make it another account's."""
    if not name or "/" in name:
        raise ValueError(f"{name!r} cannot be part of an account's name")
    return name

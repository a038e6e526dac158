"""What lies on a game's felt, read from its layout.toml: the areas with their labels, for the drawing and the words."""

import tomllib
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from houseway.felt import RACK, SHOE, STUB, Area, Felt, owner

PILES = (SHOE, STUB, RACK)  # drawn as a number of cards, not card by card


class Place(msgspec.Struct, frozen=True):
    """One area of the layout: what it holds, at every position or once for the table."""

    name: str
    label: str
    holds: Literal["chips", "cards", "button"]
    per: Literal["position", "table"]


class Layout(msgspec.Struct, frozen=True):
    """All areas of a game's felt."""

    places: tuple[Place, ...]

    def label(self, area: Area) -> str:
        """What stands on the felt at an area; a part of one has its label, too: `3/ante/Bea`, `3/main 2`."""
        name = area.partition("/")[2] if owner(area) is not None else area
        labels = {place.name: place.label for place in self.places}
        base = name.rpartition("/")[0] or name.rpartition(" ")[0]
        if labels.get(name) or (name in labels and base not in labels):
            return labels[name]
        if base in labels:
            return f"{labels[base]} {name[len(base) + 1 :]}".strip()
        return name.rpartition("/")[2].replace("_", " ")

    def of_seat(self, felt: Felt, seat: int, holds: str) -> list[Area]:
        """A position's areas where something lies, in the order of the layout."""
        lying = felt.chips if holds == "chips" else (*felt.up, *felt.down)
        found = [area for area in dict.fromkeys(lying) if owner(area) == seat and self._lies(felt, area, holds)]
        return sorted(found, key=self._order)

    def of_table(self, felt: Felt, holds: str) -> list[Area]:
        """The table's own areas where something lies, piles of cards apart."""
        lying = felt.chips if holds == "chips" else (*felt.up, *felt.down)
        found = [
            area
            for area in dict.fromkeys(lying)
            if owner(area) is None
            and area not in PILES
            and not area.endswith(("/chips", "/coupons"))
            and self._lies(felt, area, holds)
        ]
        return sorted(found, key=self._order)

    def piles(self) -> list[Place]:
        return [place for place in self.places if place.name in PILES and place.per == "table"]

    def _lies(self, felt: Felt, area: Area, holds: str) -> bool:
        if holds == "chips":
            return felt.stake(area) > 0 and not area.endswith(("/chips", "/coupons"))
        return felt.count(area) > 0

    def _order(self, area: Area) -> tuple[int, str]:
        name = area.partition("/")[2] if owner(area) is not None else area
        for index, place in enumerate(self.places):
            if name == place.name or name.startswith((f"{place.name}/", f"{place.name} ")):
                return index, name
        return len(self.places), name


@cache
def layout_of(game: str) -> Layout:
    text = resources.files(f"houseway.games.{game}").joinpath("layout.toml").read_text(encoding="utf-8")
    return Layout(msgspec.convert(tomllib.loads(text)["area"], tuple[Place, ...]))

"""Ways to play Lucky 8's for bots. All set House Way, which is never worse; they differ in what they fold."""

from houseway.asks import Act, Choices
from houseway.games.lucky8s.every_hand import DEALERS_HANDS, composition_of, ends, worth
from houseway.games.lucky8s.hands import SetHand, house_way
from houseway.games.lucky8s.rules import HAND
from houseway.procedure import View

HOUSE_WAY, PLAY, FOLD = Act("house way"), Act("play"), Act("fold")


def simple(view: View, choices: Choices) -> Act:
    """Play what is worth playing by its hands of 8 and side cards."""
    if choices.choice("set"):
        return HOUSE_WAY
    hand = house_way(view.felt.cards(HAND[view.seat]))
    return PLAY if worth_playing(hand) and choices.choice("play") else FOLD


def optimal(view: View, choices: Choices) -> Act:
    """Play what loses less than the folded Ante, counted against every hand that the dealer may hold."""
    if choices.choice("set"):
        return HOUSE_WAY
    by_playing = worth(ends(composition_of(view.felt.cards(HAND[view.seat]))))
    return PLAY if by_playing > -DEALERS_HANDS and choices.choice("play") else FOLD


def never_fold(view: View, choices: Choices) -> Act:
    """Play every hand."""
    if choices.choice("set"):
        return HOUSE_WAY
    return PLAY if choices.choice("play") else FOLD


def worth_playing(hand: SetHand) -> bool:
    """Three hands of 8, or two with at most two side cards, lose less than the folded Ante.

    The best rule that looks at nothing else: over all hands of player and dealer the house has an edge of 2.04% of the
    Ante; 1.97% of one who looks at every card, 5.62% of one who never folds.
    """
    return hand.hands >= 3 or (hand.hands == 2 and len(hand.side) <= 2)

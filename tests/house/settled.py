"""The file of a finished round, settled again."""

from houseway.rounds import RoundFile
from houseway.settling import differences, settle


def settled(text: str) -> list[str]:
    """Where the file's lower half differs from what its upper half comes to."""
    file = RoundFile(text)
    return differences(file, settle(file))

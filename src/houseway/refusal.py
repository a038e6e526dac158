"""What the house does not accept: an act, a wager, a configuration, a file. A refusal changes nothing."""


class Refusal(Exception):  # noqa: N818  (the rulebooks' word, not an error of the program)
    """One line that tells the user what to do, and the clause that says so where there is one."""

    exit_code = 2

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.message} [{self.clause}]" if self.clause else self.message

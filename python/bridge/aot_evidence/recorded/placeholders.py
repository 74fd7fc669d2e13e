"""The values in which the choices of an entry differ: each is a placeholder of `for`."""

from ..entry import Value


class Choices:
    def __init__(self) -> None:
        # The values of each placeholder, one for each choice.
        self.columns: dict[str, list[Value]] = {}

    def value(self, name: str, values: list[Value]) -> Value:
        """Returns a value that has these in the choices: itself, or a placeholder."""
        if all(each == values[0] for each in values):
            return values[0]
        same = next((each for each, others in self.columns.items() if others == values), None)
        if same is not None:
            return ("placeholder", same)
        free, number = name, 2
        while free in self.columns:
            free, number = f"{name}_{number}", number + 1
        self.columns[free] = values
        return ("placeholder", free)

    def text(self, name: str, numbers: list[str]) -> str:
        """As `value`, of whole numbers, in an expression."""
        kind, text = self.value(name, [("int", each) for each in numbers])
        return f"{{{text}}}" if kind == "placeholder" else text

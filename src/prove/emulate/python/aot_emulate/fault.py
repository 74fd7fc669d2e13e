"""What can go wrong when a kernel is emulated."""


class Fault(Exception):
    """The kernel did something that is wrong on a GPU too. The text says what, and where in the Python file."""


class Unsupported(Exception):
    """The emulator does not know an instruction, so it cannot say anything about the kernel."""

    def __init__(self, instruction: str):
        super().__init__(f"the emulator does not know the instruction `{instruction}`")
        self.instruction = instruction

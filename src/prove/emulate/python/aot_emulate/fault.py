"""What can go wrong when a kernel is emulated."""


class Fault(Exception):
    """The kernel did something that is wrong on a GPU too. The text says what, and where in the Python file."""


class Unsupported(Exception):
    """The emulator does not know an instruction, so it cannot say anything about the kernel."""

    def __init__(self, instruction: str):
        super().__init__(f"the emulator does not know the instruction `{instruction}`")
        self.instruction = instruction


class TooLong(Unsupported):
    """A launch takes longer than its limit, so the emulator cannot say anything about it."""

    def __init__(self, text: str):
        Exception.__init__(self, f"too long for the emulation: {text}")

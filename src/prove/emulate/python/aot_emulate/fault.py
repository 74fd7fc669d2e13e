"""What can go wrong when a kernel is emulated."""


class Fault(Exception):
    """The kernel did something that is wrong on a GPU too. The text says what, and where in the Python file."""

    kind = "fault"


class Race(Fault):
    """What the kernel does depends on which of several threads comes first, or last."""

    kind = "race"


class Deadlock(Fault):
    """Threads wait for what never happens, or run in a loop that never ends."""

    kind = "deadlock"


class Unsupported(Exception):
    """The emulator does not know an instruction, so it cannot say anything about the kernel."""

    facts: dict = {}

    def __init__(self, instruction: str):
        super().__init__(f"the emulator does not know the instruction `{instruction}`")
        self.instruction = instruction


class CannotTell(Unsupported):
    """The emulator cannot execute a launch as a GPU does. The text says why, `facts` how far it came."""

    def __init__(self, text: str, **facts):
        Exception.__init__(self, text)
        self.facts = facts


class TooLong(CannotTell):
    """A launch takes longer than its limit."""

    def __init__(self, text: str, **facts):
        super().__init__(f"too long for the emulation: {text}", **facts)

"""What the emulation of a program finds, as values and as exceptions of the program."""

from __future__ import annotations

from dataclasses import dataclass, field

# The kind of what is not known of a launch, for reasons that are not the kernel's.
NOT_JUDGED = "not-judged"
# Names of tests that are kept for each finding.
MOST_TESTS = 20


@dataclass(frozen=True)
class Finding:
    """What is wrong with a launch. `fault` has the fields of `aot_emulate.fault`: kind, says, at or instruction, element, block.

    `launched` is where the program launched the kernel; `test` is pytest's name of the test that did. `is_known` is false if the
    launch could not be emulated, so that nothing is known about it. `level` is `error`, or `warning` for what ends no run.
    """

    kernel: str
    kind: str
    message: str
    fault: dict[str, object] = field(default_factory=dict)
    launched: tuple[str, int] | None = None
    test: str = ""
    is_known: bool = True
    level: str = "error"


# Errors say that they are from here, which is where programs import them from: it is shorter than this module's name.
PUBLIC = "triton_aot_emulate"


class LaunchError(RuntimeError):
    """What a finding raises where the program launches the kernel."""

    __module__ = PUBLIC

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding

    def __reduce__(self) -> tuple[type[LaunchError], tuple[Finding]]:
        # Processes hand errors to each other.
        return type(self), (self.finding,)


class KernelFault(LaunchError):
    """A kernel does what is wrong on a GPU too."""

    __module__ = PUBLIC


class NotEmulated(LaunchError):
    """A launch cannot be emulated, so nothing is known about it."""

    __module__ = PUBLIC


def as_on_gpu(error: BaseException) -> BaseException:
    """The error, marked as one that a GPU, Triton or the program itself raises too: the launch is refused, and shows nothing."""
    error.is_refusal = True  # type: ignore[attr-defined]
    return error


def is_refusal(error: BaseException) -> bool:
    return getattr(error, "is_refusal", False) is True


class CannotEmulate(RuntimeError):
    """A program, as it is installed, cannot be emulated at all. It is raised where the program imports Triton."""

    __module__ = PUBLIC


class NeedsGpu(RuntimeError):
    """The program asks for what exists only on a GPU."""

    __module__ = PUBLIC

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} needs a GPU, and cannot be emulated")

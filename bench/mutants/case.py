"""How a kernel is compiled and launched, and what it must compute."""

from dataclasses import dataclass, field


@dataclass(frozen=True, eq=False)
class Case:
    name: str
    source: str  # PATH:FUNCTION, from the root of the repository
    signature: dict  # types of the arguments that are not constants
    constants: dict
    buffers: dict
    scalars: dict
    grid: tuple
    reference: object
    options: dict = field(default_factory=dict)
    share: int = 30  # how many mutants of its PTX are wanted
    target: int = 80  # the compute capability that it is compiled for
    large: "Case | None" = None  # the same program with more blocks, for the GPU only

    @property
    def arguments(self) -> list:
        """The kernel's arguments in order: ("buffer", name), (type, value), or ("null", None). Triton's own memory follows, if it is one of the buffers."""

        def argument(name: str, kind: str):
            if kind.startswith("*"):
                return ("buffer", name) if name in self.buffers else ("null", None)
            return (kind, self.scalars[name])

        given = [argument(name, kind) for name, kind in self.signature.items()]
        return [*given, *(("buffer", name) for name, buffer in self.buffers.items() if name not in self.signature)]

    @property
    def hints(self) -> list:
        """What divides by 16: all pointers, as an allocator returns them, and integers."""
        return [name for name, kind in self.signature.items() if kind.startswith("*") or (kind[0] in "iu" and kind != "i1" and self.scalars[name] % 16 == 0)]


def signature(text: str) -> dict:
    return dict(item.split(":") for item in text.split())


def own(name: str, function: str, kinds: str, constants: dict, buffers: dict, scalars: dict, grid: tuple, refer, share: int = 26, *, file: str = "kernels.py", target: int = 80, large: Case | None = None, **options) -> Case:
    """A case of a kernel in this folder."""
    source = f"bench/mutants/{file}:{function}"
    return Case(name, source, signature(kinds), constants, buffers, scalars, (*grid, 1, 1)[:3], refer, {"num_warps": 4, **options}, share, target, large)

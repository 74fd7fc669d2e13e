"""Finds out which hints change a kernel's code: numbers that divide integers and pointers, integers equal to 1.

The TTIR of a kernel says cheaply which arguments decide how wide its memory accesses can be. The compiler confirms it: the
code just before ptxas must be the same with the weakest hints as with the strongest.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Literal, NamedTuple

from aot_compiled.memory_access import Accesses, Latest
from aot_compiled.ttir import Block, parse_kernel
from aot_wire.messages import CompileSettings, HintChoice, HintJob
from triton.backends.compiler import GPUTarget

from .hinted_code import HintedCode, Hints, MakeSource, stages_of

# The arguments and the body of a kernel in TTIR.
Parsed = tuple[list[tuple[str, str]], Block]

# Of many configs, only the first are looked at: they differ in sizes of tiles.
MOST_CONFIGS = 4
# Triton's JIT knows 16 only; the weaker ones are tried too.
DIVISOR = 16
WEAKER = (8, 4, 2)
# Bytes of loads in loops that matrix products wait for: narrower ones are not asynchronous (PTX ISA, cp.async).
NARROW = 4
# A specialisation pays if calls need this much less instructions for their accesses than without it.
PAYS = 1.1
# Weaker hints may cost this many times the instructions.
AS_LONG = 1.05


def find_hints(finder: "HintFinder", request: HintJob) -> list[HintChoice]:
    """Returns choices of hints, the most important first: what could be hinted, and the weakest of it with the same code.

    The choices are:
    - everything aligned
    - only what makes the narrowest loads asynchronous
    - only what most accesses depend on
    - what the JIT knows of the request's calls
    - aligned pointers, and what else is known of the calls

    Without calls, the strides of innermost dimensions are taken to be 1. What the JIT does not know must pay.
    """
    calls = [finder.allowed(call) for call in request["calls"]]
    ones = [name for name in request["ones"] if request["isCalled"] or name in finder.innermost()]
    base = {**dict.fromkeys(ones, 1), **request["fixed"]}
    every = finder.allowed({**dict.fromkeys(request["free"], DIVISOR), **base})
    weakest = finder.weakest(finder.relevant(every))
    kept = finder.confirmed(every, weakest)
    # Hints that change more than access widths.
    beside = {name: value for name, value in kept.items() if weakest.get(name) != value}
    first, *others = finder.groups(kept) or [set()]
    partly = []
    for left_out in [set().union(*others)] if request["isCalled"] else [set().union(*others), first]:
        if others:
            only_beside = beside.keys() - weakest.keys()
            partly.append({name: value for name, value in every.items() if name not in left_out | only_beside})
    narrow = finder.narrowed(every)
    free = set(request["free"])
    known_to_jit = [
        {name: value for name, value in call.items() if value in (1, DIVISOR) or name not in free} for call in calls
    ]
    choices = [
        *(Wanted("narrow", asked, must_pay=True) for asked in [narrow] if asked is not None),
        *(Wanted("partly", asked) for asked in partly),
        *(Wanted("call", asked, index, as_jit=True) for index, asked in enumerate(known_to_jit)),
        Wanted("pointers", finder.allowed({**dict.fromkeys(request["pointers"], DIVISOR), **base})),
        *(Wanted("call", asked, index, must_pay=True) for index, asked in enumerate(calls)),
    ]
    chosen: list[HintChoice] = [{"from": "aligned", "asked": every, "kept": kept, "cost": finder.cost(kept)}]
    for wanted in choices:
        relevant = finder.relevant(wanted.asked)
        kept = {
            **(finder.as_short(relevant) if wanted.as_jit else finder.weakest(relevant)),
            **{name: value for name, value in beside.items() if meets(wanted.asked.get(name), value)},
        }
        choice: HintChoice = {"from": wanted.source, "asked": wanted.asked, "kept": kept, "cost": finder.cost(kept)}
        if wanted.call is not None:
            choice["call"] = wanted.call
        if not wanted.must_pay or pays(choice, chosen, finder.cost(request["fixed"])):
            chosen.append(choice)
    return chosen


class Wanted(NamedTuple):
    """A choice of hints to look at."""

    source: Literal["narrow", "partly", "call", "pointers"]
    asked: Hints
    # The call that it is for, by its index in the request.
    call: int | None = None
    # True if it is left out unless calls get better code with it.
    must_pay: bool = False
    # True if the JIT would make it.
    as_jit: bool = False


def meets(known: int | None, hint: int) -> bool:
    """True if a value with a known hint meets another one."""
    return known == hint or (known is not None and 1 not in (known, hint) and known % hint == 0)


def meets_all(hints: Hints, known: Hints) -> bool:
    """True if values with known hints meet all of some others."""
    return all(meets(known.get(name), hint) for name, hint in hints.items())


def those_that_matter(names: list[str], matter: Callable[[list[str]], bool]) -> list[str]:
    """The names that matter each. If several together do not matter, none of them does."""
    if not names or not matter(names):
        return []
    if len(names) == 1:
        return names
    half = len(names) // 2
    return those_that_matter(names[:half], matter) + those_that_matter(names[half:], matter)


def pays(choice: HintChoice, chosen: list[HintChoice], cost: float) -> bool:
    """False if calls get nearly the same code without a choice. `cost`: that of the code for any values."""
    kept = choice["kept"]
    costs = [other["cost"] for other in chosen if meets_all(other["kept"], kept)]
    return choice["cost"] * PAYS < min([cost, *costs])


def arguments_of(signature: dict[str, str]) -> list[str]:
    """The arguments of a kernel in TTIR. A tensor descriptor has its sizes and strides after it."""
    found = []
    for name, type_text in signature.items():
        if type_text != "constexpr":
            found.append(name)
        if type_text.startswith("tensordesc<"):
            axes = range(type_text.count(",") + 1)
            found += [f"{name}.{kind}[{axis}]" for kind in ("shape", "strides") for axis in axes]
    return found


class HintFinder:
    def __init__(
        self, make_source: MakeSource, target: GPUTarget, function: Any, signature: dict[str, str], request: HintJob
    ):
        """`signature`: the type of every parameter of the function, in order."""
        self._make_source = make_source
        self._target = target
        self._parameters = arguments_of(signature)
        self._pointers = {name for name, type_text in signature.items() if type_text.startswith("*")}
        self._free: set[str] = set(request["free"])
        self._known_ones = {name for name, value in request["fixed"].items() if value == 1}
        self._configs: list[CompileSettings] = request["configs"][:MOST_CONFIGS]
        self._unhinted = {each.name for each in function.params if each.do_not_specialize}
        self._unaligned = {each.name for each in function.params if each.do_not_specialize_on_alignment}
        self._parses: dict[tuple[int, frozenset[str]], Parsed | None] = {}
        self._latest: Latest = {}
        # Choices that differ in few hints are compared with each other again and again.
        self._known: dict[tuple[int, frozenset[tuple[str, int]]], Accesses | None] = {}
        # Configs that do not compile say nothing.
        self._configs = [each for each in self._configs if self._accesses(each, {}) is not None]
        # Choices of hints between these, the weaker first, are known to give code of about the same length.
        self._between: tuple[Hints, Hints] | None = None

    @property
    def is_usable(self) -> bool:
        """True if the kernel compiles for the target at all."""
        return len(self._configs) > 0

    @cached_property
    def _code(self) -> HintedCode:
        """Only of the first config: the others differ in sizes of tiles."""
        return HintedCode(self._make_source, self._target, self._configs[0])

    def allowed(self, hints: Hints) -> Hints:
        """Without hints that the function forbids with do_not_specialize and do_not_specialize_on_alignment."""
        return {
            name: value
            for name, value in hints.items()
            if name not in self._free or not (name in self._unhinted or (value != 1 and name in self._unaligned))
        }

    def innermost(self) -> list[str]:
        """The strides of innermost dimensions: for each pointer, the last that a range of indices is multiplied by.

        A pointer whose innermost stride is known has no other.
        """
        accesses = self._accesses(self._configs[0], {})
        if accesses is None:
            return []
        found = set()
        for scales in accesses.strides.values():
            known = [scale for scale in scales if scale is not None and scale >= 0]
            is_known = any(self._parameters[scale] in self._known_ones for scale in known)
            if known and None not in scales and not is_known:
                found.add(self._parameters[max(known)])
        return [name for name in self._parameters if name in found]

    def relevant(self, asked: Hints) -> Hints:
        """The hints that change how some config accesses memory, with those that are not free."""
        ones = {name for name, value in asked.items() if value == 1}
        # Without a one that does not matter, other hints can matter more.
        asked = self._without(asked, ones - self._found(asked))
        kept = self._without(asked, asked.keys() - ones - self._found(asked))
        # Two hints may replace each other, so that each seems not to matter.
        return kept if all(self._widths(each, kept) == self._widths(each, asked) for each in self._configs) else asked

    def weakest(self, hints: Hints) -> Hints:
        """The weakest divisors with which every access is as wide."""
        widths = [self._widths(each, hints) for each in self._configs]
        return self._weakened(hints, lambda weaker: [self._widths(each, weaker) for each in self._configs] == widths)

    def as_short(self, hints: Hints) -> Hints:
        """The weakest of the hints, unless the code is longer with them: masks can be compared more often."""
        weakest = self.weakest(hints)
        if weakest == hints:
            return hints
        if self._between is not None and meets_all(hints, self._between[1]) and meets_all(self._between[0], weakest):
            return weakest
        return weakest if self._is_as_short(weakest, hints) else hints

    def _is_as_short(self, weaker: Hints, hints: Hints) -> bool:
        length, shorter = self._code.length(weaker), self._code.length(hints)
        return length is None or shorter is None or length <= AS_LONG * shorter

    def narrowed(self, hints: Hints) -> Hints | None:
        """The weakest hints with which the loads in loops can be asynchronous.

        None if they are without hints, or if no matrix product waits for them.
        """
        free = [name for name in hints if name in self._free and hints[name] != 1]
        wanted = {place: min(NARROW, size) for place, size in self._load_sizes(hints).items()}

        def is_wide_enough(weaker: Hints) -> bool:
            sizes = self._load_sizes(weaker)
            return all(sizes.get(place, 0) >= size for place, size in wanted.items())

        if is_wide_enough(self._without(hints, set(free))):
            return None
        for name in free:
            without = self._without(hints, {name})
            hints = without if is_wide_enough(without) else hints
        return self._weakened(hints, is_wide_enough)

    def cost(self, hints: Hints) -> float:
        accesses = self._accesses(self._configs[0], hints)
        return accesses.cost if accesses is not None else 0

    def _load_sizes(self, hints: Hints) -> dict[tuple[int, int], float]:
        """The bytes of the loads in loops with matrix products, by config and place."""
        found = {}
        for index, config in enumerate(self._configs):
            accesses = self._accesses(config, hints)
            if accesses is not None:
                found.update({(index, place): accesses.sizes[place] for place in accesses.repeated})
        return found

    def _weakened(self, hints: Hints, suffices: Callable[[Hints], bool]) -> Hints:
        for name, value in list(hints.items()):
            for weaker in WEAKER if name in self._free and value != 1 else ():
                if weaker >= hints[name]:
                    continue
                if not suffices({**hints, name: weaker}):
                    break
                hints = {**hints, name: weaker}
        return hints

    def _without(self, hints: Hints, names: set[str]) -> Hints:
        return {name: value for name, value in hints.items() if name not in names or name not in self._free}

    def _found(self, asked: Hints) -> set[str]:
        return {name for config in self._configs for name, _ in self._effects(config, asked)}

    def _widths(self, config: CompileSettings, hints: Hints) -> list[tuple[int, int, int]] | None:
        accesses = self._accesses(config, hints)
        return None if accesses is None else accesses.widths

    def groups(self, kept: Hints) -> list[set[str]]:
        """Divisors that matter to the same accesses, such as the length and the stride of rows.

        The groups with the most accesses come first; one in a loop counts as many.
        """
        aligned = {name for name, value in kept.items() if value != 1 and name not in self._pointers}
        parts: list[tuple[set[str], set[int]]] = []
        for name, changed in self._effects(self._configs[0], kept):
            if name not in aligned:
                continue
            names, places = {name}, set(changed)
            for part in [each for each in parts if each[1] & places]:
                names |= part[0]
                places |= part[1]
                parts.remove(part)
            parts.append((names, places))
        accesses = self._accesses(self._configs[0], kept)
        weights = {} if accesses is None else accesses.weights
        ordered = sorted(parts, key=lambda part: -sum(weights.get(place, 1) for place in part[1]))
        return [names for names, _ in ordered]

    def confirmed(self, asked: Hints, kept: Hints) -> Hints:
        """Adds the divisors to `kept` without which the compiler makes other code, and strengthens those without which it
        makes other accesses to memory: masks are compared in other ways then, but as often."""
        full = {name: value for name, value in asked.items() if value != 1 or name in kept}
        if full == kept or self._code.is_same(full, kept):
            self._between = kept, full
            return kept
        if self._is_as_short(kept, full):
            self._between = kept, full

        def differs_without(names: list[str]) -> bool:
            return not self._code.is_same(full, {name: full[name] for name in full if name not in names})

        def accesses_differ_weakened(names: list[str]) -> bool:
            weakened = {**full, **{name: kept[name] for name in names}}
            return not self._code.is_same(full, weakened) and self._code.memory(full) != self._code.memory(weakened)

        needed = those_that_matter([name for name in full if name not in kept], differs_without)
        # Hints between two choices with the same accesses have these too.
        if self._code.memory(full) != self._code.memory(kept):
            stronger = [name for name in kept if full[name] != kept[name]]
            needed += those_that_matter(stronger, accesses_differ_weakened)
        return {**kept, **{name: full[name] for name in full if name in needed}}

    def _effects(self, config: CompileSettings, asked: Hints) -> list[tuple[str, frozenset[int]]]:
        """The free hints without which accesses have another width, with the places of these accesses."""
        whole = self._accesses(config, asked)
        if whole is None:
            return []
        effects = []
        for name in asked:
            if name not in self._free:
                continue
            without = self._accesses(config, {key: value for key, value in asked.items() if key != name})
            if without is None or without.widths != whole.widths:
                places = set(without.widths) ^ set(whole.widths) if without is not None else set(whole.widths)
                effects.append((name, frozenset(place for place, _, _ in places)))
        return effects

    def _accesses(self, config: CompileSettings, hints: Hints) -> Accesses | None:
        key = (id(config), frozenset(hints.items()))
        if key not in self._known:
            self._known[key] = self._walked(config, hints)
        return self._known[key]

    def _walked(self, config: CompileSettings, hints: Hints) -> Accesses | None:
        parsed = self._parsed(config, frozenset(name for name, value in hints.items() if value == 1))
        names = [name for name in self._parameters if hints.get(name) != 1]
        if parsed is None or len(parsed[0]) != len(names):
            return None
        divisors = {names.index(name): value for name, value in hints.items() if value != 1}
        return Accesses(*parsed, divisors, self._latest)

    def _parsed(self, config: CompileSettings, ones: frozenset[str]) -> Parsed | None:
        """The kernel in TTIR, which depends on the ones only. None if it does not compile."""
        key = (id(config), ones)
        if key not in self._parses:
            text = stages_of(self._make_source, self._target, config, dict.fromkeys(ones, 1), "ttir").get("ttir")
            self._parses[key] = parse_kernel(text) if text else None
        return self._parses[key]

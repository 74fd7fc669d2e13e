"""Compares what a GPU and the emulator say of the same mutants.

A mutant is *wrong on the GPU*; or *wrong by rules* only, if PTX's rules call it wrong, but no run on the GPU was; or neither.
"""

import re
from collections import Counter

WRONG = ("wrong", "canary", "error", "hang")  # on a GPU
FOUND = ("wrong", "canary", "fault", "hang")  # by the emulator
REASONS = (
    ("lets block", "race between blocks in global memory"),
    ("lets warp", "race between warps in global memory"),
    ("no barrier", "race in shared memory"),
    ("undefined value", "an undefined value"),
    ("of shared memory at byte", "outside of shared memory"),
    ("not a multiple", "misaligned access"),
    ("of local memory", "outside of local memory"),
    ("never ends", "no end"),
    ("has", "outside of a buffer"),
)


# Groups of kinds, as regular expressions; the first one that matches counts. Mutants that are known to be equal are a group of their own.
EQUAL = "only more order: known to be equal"
GROUPS = {
    "barriers around global memory, dropped": "barrier: dropped|source: dropped barrier$",
    "barriers of the grid and atomic operations dropped, polls that do not wait": "source: dropped (barrier of|atomic)|wait: poll|source: poll",
    "acquire and release made relaxed, or swapped": "(order|source): (acquire|release|acq_rel) to",
    "scope of the GPU made that of a block": "scope|source: scope",
    "fences, also of proxies, dropped or with a smaller scope": "fence",
    "waits for mbarriers, wgmma and bulk copies; tensor maps": "wait: |tensor map",
    "PTX: addresses, offsets, shifts, widths, vector elements": "address|offset|shift|width|vector",
    "PTX: masks, bounds, comparisons, branches, signedness": "mask|bound|comparison|branch|signedness",
    "PTX: constants, operations, operands, dropped addends and factors, rounding": "constant|operation|swapped|dropped (addend|factor)|rounding",
    "PTX: dropped products, transposed operands, shuffles": "dropped mma|transposed|shuffle",
    "PTX: dropped copies, commits, waits, barriers and stores": "dropped|wait",
    "source: masks, comparisons, iterations, types": "source: (mask|no mask|other|comparison|iterations|type)",
    "source: everything else": "source",
}


def group_of(mutant: dict) -> str:
    """The group of a mutant's kind."""
    return EQUAL if mutant.get("by rules") == "equal" else next(name for name, kinds in GROUPS.items() if re.match(kinds, mutant["kind"]))


def reason_of(result: dict) -> str:
    """Why the emulator calls a mutant wrong, in few words."""
    if result["outcome"] != "fault":
        return {"wrong": "wrong numbers", "canary": "wrong bytes", "hang": "no end"}[result["outcome"]]
    detail = result["detail"]
    for text, reason in REASONS:
        if text in detail:
            if reason == "outside of a buffer":
                return f"{detail.split()[0]} {reason}"
            return reason
    return "other: " + re.sub(r"[\d%]+", "N", detail)[:60]


COLUMNS = {
    "mutants": "mutants", "wrong": "wrong on the GPU", "wrong found": "found", "wrong missed": "missed", "rules": "wrong by rules only", "rules found": "found",
    "rules missed": "missed", "right": "neither", "flagged": "reported", "not judged": "not judged",
}  # fmt: skip


def rows(title: str, counted: dict, order: list | None = None) -> list:
    lines = [f"| {title} | " + " | ".join(COLUMNS.values()) + " |", "| --- " + "| ---: " * len(COLUMNS) + "|"]
    total = Counter()
    for each in counted.values():
        total.update(each)
    for name, each in [*((name, counted[name]) for name in order or sorted(counted) if name in counted), ("all", total)]:
        lines.append(f"| {name} | " + " | ".join(str(each[key]) for key in COLUMNS) + " |")
    return lines


def table(bundle: dict, gpu: dict, emulated: dict) -> str:
    groups, kinds, cases, reasons, excluded = {}, {}, {}, Counter(), Counter()
    listed = {"wrong missed": [], "rules missed": [], "equal": [], "flagged": [], "not judged": []}
    for mutant in bundle["mutants"]:
        there, here = gpu.get(mutant["id"]), emulated.get(mutant["id"])
        if there is None or here is None or there["outcome"] not in (*WRONG, "right"):
            excluded[f"GPU: {there['outcome'] if there else 'not run'}" if there is None or here else "not emulated"] += 1
            continue
        is_found, rule = here["outcome"] in FOUND, mutant.get("by rules")
        group = "wrong" if there["outcome"] in WRONG else "rules" if rule == "wrong" else "right"
        counted = ["mutants", group]
        if not is_found and here["outcome"] != "right":
            counted.append("not judged")
        elif group != "right":
            counted.append(f"{group} found" if is_found else f"{group} missed")
        elif is_found:
            counted.append("flagged")
        for counts in (groups.setdefault(group_of(mutant), Counter()), kinds.setdefault(mutant["kind"], Counter()), cases.setdefault(mutant["case"], Counter())):
            counts.update(counted)
        if group == "wrong" and is_found:
            reasons[reason_of(here)] += 1
        name = "equal" if rule == "equal" and (is_found or group == "wrong") else counted[-1]
        if name in listed:
            listed[name].append((mutant, there, here))
    lines = ["## By group of mutations", "", *rows("mutation", groups, [*GROUPS, EQUAL]), "", "## By kind of mutation", "", *rows("mutation", kinds), "", "## By kernel", "", *rows("kernel", cases), ""]
    lines += ["Not compared: " + (", ".join(f"{count} ({what})" for what, count in excluded.items()) or "none"), ""]
    lines += ["## Why the emulator calls mutants wrong that are", "", *(f"- {count}: {reason}" for reason, count in reasons.most_common()), ""]
    titles = {
        "wrong missed": "Wrong on the GPU, not found", "rules missed": "Wrong by rules only, not found", "equal": "Only ordered more, but reported or wrong on the GPU",
        "not judged": "Not judged by the emulator",
    }  # fmt: skip
    for name, title in titles.items():
        lines += [f"## {title}", "", *(_line(*each) for each in listed[name]), ""]
    why = Counter(reason_of(here) for _, _, here in listed["flagged"])
    lines += ["## Right on the GPU and not known to be wrong, but reported", "", *(f"- {count}: {reason}" for reason, count in why.most_common()), ""]
    lines += [_line(*each) for each in sorted(listed["flagged"], key=lambda each: reason_of(each[2]))]
    lines += ["", "## Unmutated", "", "| kernel | GPU | emulator | the same bytes |", "| --- | --- | --- | --- |"]
    for name in bundle["cases"]:
        there, here = gpu.get(name, {"outcome": "not run"}), emulated.get(name, {"outcome": "not run"})
        same = "yes" if there.get("digest") and there.get("digest") == here.get("digest") else "no"
        texts = [f"{each['outcome']} {each.get('detail', '')}".strip() + (f" ({each['error']:.3f})" if "error" in each else "") for each in (there, here)]
        lines.append(f"| {name} | {texts[0]} | {texts[1]} | {same} |")
    return "\n".join(lines)


def _line(mutant: dict, there: dict, here: dict) -> str:
    def text(result: dict) -> str:
        what = result["outcome"]
        if "detail" in result:
            what += f": {result['detail'][:160]}"
        elif result.get("error"):
            what += f" ({result['error']:.2g})"
        if "wrong runs" in result:
            what += f", {result['wrong runs']} of {result['runs']} runs"
        return what + (", results vary" if result.get("varies") else "")

    change = " ".join(mutant["what"].split())
    return f"- {mutant['id']} ({mutant['kind']}): `{change[:170]}`; GPU {text(there)}; emulator {text(here)}"

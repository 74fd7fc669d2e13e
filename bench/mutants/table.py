"""Compares what a GPU and the emulator say of the same mutants."""

import re
from collections import Counter

WRONG = ("wrong", "canary", "error", "hang")  # on a GPU
FOUND = ("wrong", "canary", "fault", "hang")  # by the emulator
REASONS = (
    ("no barrier", "race in shared memory"),
    ("undefined value", "an undefined value"),
    ("of shared memory at byte", "outside of shared memory"),
    ("not a multiple", "misaligned access"),
    ("of local memory", "outside of local memory"),
    ("never ends", "no end"),
    ("has", "outside of a buffer"),
)


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


def rows(title: str, counted: dict) -> list:
    lines = [f"| {title} | mutants | wrong on the GPU | found | missed | not emulated | right on the GPU | flagged |", "| --- " + "| ---: " * 7 + "|"]
    total = Counter()
    for name in sorted(counted):
        total.update(counted[name])
    for name, each in [*sorted(counted.items()), ("all", total)]:
        numbers = [each[key] for key in ("mutants", "wrong", "found", "missed", "unsupported", "right", "flagged")]
        lines.append(f"| {name} | " + " | ".join(map(str, numbers)) + " |")
    return lines


def table(bundle: dict, gpu: dict, emulated: dict) -> str:
    kinds, cases, missed, flagged, reasons, excluded = {}, {}, [], [], Counter(), Counter()
    for mutant in bundle["mutants"]:
        there, here = gpu.get(mutant["id"]), emulated.get(mutant["id"])
        if there is None or here is None or there["outcome"] not in (*WRONG, "right"):
            excluded[f"GPU: {there['outcome'] if there else 'not run'}" if there is None or here else "not emulated"] += 1
            continue
        is_wrong, is_found = there["outcome"] in WRONG, here["outcome"] in FOUND
        is_judged = is_found or here["outcome"] == "right"
        for counts in (kinds.setdefault(mutant["kind"], Counter()), cases.setdefault(mutant["case"], Counter())):
            counts["mutants"] += 1
            counts["wrong" if is_wrong else "right"] += 1
            counts["unsupported"] += not is_judged
            if is_judged and is_wrong:
                counts["found" if is_found else "missed"] += 1
            if is_found and not is_wrong:
                counts["flagged"] += 1
        if is_found and is_wrong:
            reasons[reason_of(here)] += 1
        elif is_wrong:
            missed.append((mutant, there, here))
        elif is_found:
            flagged.append((mutant, there, here))
    lines = ["## By kind of mutation", "", *rows("mutation", kinds), "", "## By kernel", "", *rows("kernel", cases), ""]
    lines += ["Not compared: " + (", ".join(f"{count} ({what})" for what, count in excluded.items()) or "none"), ""]
    lines += ["## Why the emulator calls mutants wrong that are", "", *(f"- {count}: {reason}" for reason, count in reasons.most_common()), ""]
    lines += ["## Wrong on the GPU, not found", "", *(_line(*each) for each in missed), ""]
    why = Counter(reason_of(here) for _, _, here in flagged)
    lines += ["## Right on the GPU, flagged", "", *(f"- {count}: {reason}" for reason, count in why.most_common()), ""]
    lines += [_line(*each) for each in sorted(flagged, key=lambda each: reason_of(each[2]))]
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
            what += f", {result['wrong runs']} of {len(result['digests'])} runs"
        return what + (", results vary" if result.get("varies") else "")

    change = " ".join(mutant["what"].split())
    return f"- {mutant['id']} ({mutant['kind']}): `{change[:170]}`; GPU {text(there)}; emulator {text(here)}"

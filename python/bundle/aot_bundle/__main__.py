"""Says which kernels of this bundle a program in this Python finds: `python -m NAME_bundle [PATH...]`.

Needs no GPU. With TRITON_AOT_REPLAY, writes the answer down as evidence too (replay.py). The paths are the folders that
the program imports its modules from, besides Python's own, and its own file if that is in none of them. Exits with 1 if a
kernel would not be found.
"""

import os
import sys

from . import replayed
from .files import HERE, INDEX, digest_of, index
from .kernels import changes, prepare, target_of, use_driver
from .misses import different_environment, target_name
from .places import Refused, import_from
from .vendor import VENDORS


def main(paths: list) -> int:
    import_from(paths or ["."])
    bundle = index()
    if bundle is None:
        print(f"the bundle is damaged: {INDEX} is not as it was written")
        return 1
    faults: dict = {}
    environment = [*different_environment(bundle), *damaged(HERE, bundle["files"])]
    for entry in bundle["entries"]:
        for reason in environment or problems(entry, bundle["environment"]):
            faults.setdefault(reason, []).append(entry)
    missing = {entry["key"] for entries in faults.values() for entry in entries}
    for entry in bundle["entries"]:
        if entry["key"] in missing:
            replayed("missing", how="checked", kernel=f"{entry['module']}:{entry['function']}")
        else:
            replayed("found", how="checked", key=entry["key"])
    print(f"{len(bundle['entries']) - len(missing)} of {len(bundle['entries'])} kernels will be found")
    for reason, entries in faults.items():
        names = sorted({f"{each['module']}:{each['function']} ({target_name(each)})" for each in entries})
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        print(f"  {', '.join(names[:3])}{more}: {reason}")
    return 1 if missing else 0


def problems(entry: dict, made_in: dict) -> list:
    target = target_of(*entry["target"])
    vendor = VENDORS[target.backend]
    machine = vendor.machine_changes(made_in)
    if machine:
        return machine
    use_driver(target)
    try:
        changed = changes(entry)
        if changed:
            return changed
        _source, _options, key = prepare(entry, target)
    except Refused as refused:
        return [str(refused)]
    if key != entry["key"]:
        return [f"the options or the {vendor.keyed} differ"]
    return damaged(os.path.join(HERE, "cache", key), entry["files"])


def damaged(folder: str, files: dict) -> list:
    changed = [name for name, digest in files.items() if digest_of(os.path.join(folder, name)) != digest]
    return [f"the bundle is damaged: {os.path.join(folder, changed[0])} is not as it was written"] if changed else []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

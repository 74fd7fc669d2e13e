"""Finds the values that planning a kernel will ask for, in the program that has them.

The slicer, which asks, is `aot_sources`: the code that `build` reads kernels with.
"""

import os
import sys
import traceback
from pathlib import Path
from typing import Any

from .aot_sources.constants import plain, wire_or_none
from .journal import Journal


class Sources:
    """Tells about the source of kernels. `folder` is the manifest's."""

    def __init__(self, folder: str, journal: Journal) -> None:
        self._folder = Path(folder).resolve()
        self._journal = journal
        self._facts: dict = {}
        self._projects: dict = {}

    def facts(self, function: Any, is_tuned: bool) -> dict:
        """Returns the package of a kernel, and what the manifest's `globals` must have for it: each a key, a value, the
        file in which the name stands, and whether only the configs of @triton.autotune need it."""
        if function is None or function.fn in self._facts:
            return self._facts.get(function and function.fn, {})
        facts = self._facts[function.fn] = {}
        try:
            # Not at the start of every process: it takes a while to load.
            from .packages import package_of

            file = Path(function.fn.__code__.co_filename).resolve()
            package = package_of(file)
            if package and package["project"]:
                facts["project"] = package["project"]
            elif package:
                facts["package"] = {key: package[key] for key in ("name", "version", "module", "url", "changed")}
                facts["package"]["root"] = str(package["root"])
            if file.is_file() and "." not in function.fn.__qualname__:
                facts["globals"] = self._globals(function.fn, file, package, is_tuned)
        except Exception:
            self._journal.write("fault", message=traceback.format_exc())
        return facts

    def _globals(self, function: Any, file: Path, package: Any, is_tuned: bool) -> list:
        # Not at the start of every process: it takes a while to load.
        from .aot_sources import files, modules, questions

        folder = self._folder if file.is_relative_to(self._folder) else Path(files.Files().package_root(file))
        if package:
            folder = package["root"]
        # What else is installed beside a package is not part of its sources.
        key = (folder, frozenset(package["tops"]) if package else None)
        if key not in self._projects:
            self._projects[key] = modules.Project(folder, only=key[1])
        project = self._projects[key]
        places = {str(file): function.__globals__}
        found: list = []
        for configs in (False, True) if is_tuned else (False,):
            values: dict = {}

            def answer(question: dict, values: Any = values, configs: Any = configs) -> tuple | None:
                for key, place in question["enough"]:
                    value = None if key in values else live_value(key, place, places)
                    if value is not None:
                        values[key] = {"name": key, "file": place, "value": value, "alone": False, "configs": configs}
                        return key, value
                return None

            try:
                path = str(file.relative_to(folder))
                _answers, _problem, sliced = questions.ask(path, function.__name__, project, answer, configs, True)
            except modules.SourceError:
                # A kernel that is not in its file under its name. Planning says so.
                return []
            known = {each["name"] for each in found}
            unused = {each["name"] for each in (sliced or {"unused": []})["unused"]}
            wanted = [each for key, each in values.items() if key not in known and key not in unused]
            found += [one for each in wanted for one in by_file(each, sliced, places)]
        return found


def by_file(value: dict, sliced: Any, places: dict) -> list:
    """Gives a name that has another value in another file once for each file."""
    key = value["name"]
    files = [
        each["file"]
        for each in (sliced or {"code": {"modules": []}})["code"]["modules"]
        if key.removesuffix("()") in each["answers"]
    ]
    values = [{**value, "file": file, "alone": True, "value": live_value(key, file, places)} for file in files]
    return (
        [value]
        if all(each["value"] == value["value"] for each in values)
        else [each for each in values if each["value"]]
    )


def live_value(key: str, file: str, places: dict) -> Any:
    """Returns the value of a key of `globals` as a WireConstant; None if the program does not have it, or if no constant
    expresses it."""
    name = key.removesuffix("()")
    value: Any
    try:
        if name.startswith("os.environ."):
            value = os.environ.get(name.removeprefix("os.environ."))
        elif "." in name:
            value = attribute(name)
        else:
            value = namespace_of(file, places)[name]
        return constant(value() if name != key else value)
    except Exception:
        # Whatever the program's own code raises: then it does not have the value.
        return None


def attribute(dotted: str) -> Any:
    parts = dotted.split(".")
    count = max(count for count in range(1, len(parts)) if ".".join(parts[:count]) in sys.modules)
    value = sys.modules[".".join(parts[:count])]
    for each in parts[count:]:
        value = getattr(value, each)
    return value


def namespace_of(file: str, places: dict) -> dict:
    if file not in places:
        name = os.path.basename(file)
        files = [(each, getattr(each, "__file__", None) or "") for each in list(sys.modules.values())]
        # Links are followed for few of thousands of modules, since it takes long.
        places[file] = next(
            vars(each) for each, path in files if path.endswith(name) and os.path.realpath(path) == file
        )
    return places[file]


def constant(value: Any) -> Any:
    """Returns a value as a WireConstant; an object of Triton by its name; None for other objects."""
    import triton.language as tl

    found = wire_or_none(value)
    if found is not None:
        return found
    value = plain(value)
    for prefix, module in (("", tl), ("math.", tl.math), ("extra.libdevice.", getattr(tl.extra, "libdevice", tl.math))):
        for name, each in vars(module).items():
            if each is value and not name.startswith("_"):
                return ["string" if prefix else "dtype", f"tl.{prefix}{name}" if prefix else name]
    return None

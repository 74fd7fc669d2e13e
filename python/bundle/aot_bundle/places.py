"""Finds the module of a kernel without running anything.

The names of modules, functions and files come from a recording, which is data: it can come from another machine. So a
module is imported only if it has a function of that name, and lies in a folder that the user names or is an installed
package. The program's own file is looked for by its name alone, directly in such a folder or among the files that
the user names.
"""

import ast
import functools
import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from typing import Any

# The folders and files that the user names, and the folders of recordings.
PLACES: dict = {"folders": [], "files": [], "recordings": []}


class Refused(Exception):
    """A compile that cannot be repeated here, with the reason."""


def import_from(paths: list, recordings: Sequence = ()) -> None:
    """Lets modules be imported from these folders too. A file among them can be the program's own."""
    paths = [os.path.abspath(each) for each in paths]
    files = [each for each in paths if os.path.isfile(each)]
    folders = [each for each in paths if each not in files]
    sys.path[:0] = folders
    PLACES.update(folders=folders, files=files, recordings=list(recordings))


def is_own_file(module: str) -> bool:
    """True for the name that a program's own file has while it runs."""
    return module in ("__main__", "__mp_main__")


def spec_of(module: str, name: str, file: str) -> Any:
    """Returns the spec of the module that has a function. Raises Refused with the reason."""
    spec = own_spec(file) if is_own_file(module) else found_spec(module)
    if not defines(tree_of(spec).body, name.split(".")):
        raise Refused(f"`{module}` has no `{name}`")
    return spec


def own_spec(file: str) -> Any:
    spec = importlib.util.spec_from_file_location("aot_bundle_main", program_file(file))
    check_place(spec)
    return spec


def program_file(file: str) -> str:
    """Returns the file of the program, which can lie elsewhere than when it was recorded."""
    name = os.path.basename(file)
    places = [*PLACES["files"], *(os.path.join(folder, name) for folder in PLACES["folders"])]
    found = [each for each in places if os.path.basename(each) == name and os.path.isfile(each)]
    if not found:
        raise Refused(
            f"it is in the program's own file {file}, which lies directly in none of the given folders: name the file too"
        )
    return file if file in found else found[0]


@functools.cache
def found_spec(module: str) -> Any:
    """Returns the spec of a module by its name. The packages that it is in are not imported."""
    if not all(module.split(".")):
        raise Refused(f"`{module}` is not the name of a module")
    spec, path = None, None
    for name in prefixes(module):
        known = sys.modules.get(name)
        spec = getattr(known, "__spec__", None) or find(name, path)
        if spec is None:
            raise Refused(f"`{module}` cannot be imported: no folder of the path has `{name}`")
        check_place(spec)
        path = getattr(known, "__path__", spec.submodule_search_locations)
        if path is None and name != module:
            raise Refused(f"`{module}` cannot be imported: `{name}` is not a package")
    return spec


def prefixes(module: str) -> list:
    parts = module.split(".")
    return [".".join(parts[: end + 1]) for end in range(len(parts))]


def find(name: str, path: Any) -> Any:
    finders = (getattr(finder, "find_spec", None) for finder in sys.meta_path)
    specs = (find_spec(name, path) for find_spec in finders if find_spec is not None)
    package, _, own = name.rpartition(".")
    try:
        return next((spec for spec in specs if spec is not None), None)
    except KeyError as error:
        if path is None or error.args != (package,):
            raise
        # A folder without `__init__.py`: Python's finder asks for its package in `sys.modules`.
        spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
        folders = [os.path.join(folder, own) for folder in path]
        spec.submodule_search_locations = [folder for folder in folders if os.path.isdir(folder)]
        return spec


def check_place(spec: Any) -> None:
    """Raises Refused for a module of Python itself, which has no kernels, and for one beside a recording."""
    file = os.path.realpath(spec.origin or "")
    is_named = any(is_below(file, folder) for folder in PLACES["folders"])
    if not is_named and spec.name.split(".")[0] in sys.stdlib_module_names:
        raise Refused(f"`{spec.name}` is a module of Python itself")
    for recording in PLACES["recordings"]:
        # The user can name a folder of modules that has recordings too.
        isolated = not any(is_below(folder, recording) for folder in PLACES["folders"])
        if isolated and is_below(file, recording):
            raise Refused(f"{file} lies in the recording {recording}, from which nothing is imported")


def is_below(file: str, folder: str) -> bool:
    return os.path.join(os.path.realpath(file), "").startswith(os.path.join(os.path.realpath(folder), ""))


def tree_of(spec: Any) -> ast.Module:
    try:
        text = spec.loader.get_source(spec.name)
    except (AttributeError, ImportError):
        text = None
    if text is None:
        raise Refused(f"`{spec.name}` has no source")
    return parsed(text, spec.origin)


@functools.cache
def parsed(text: str, file: str) -> ast.Module:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise Refused(f"{file} cannot be read: {error}") from error


def defines(nodes: list, parts: list) -> bool:
    """True if statements define a function or a method by its qualified name, also within `if` and `try`."""
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if node.name == parts[0] and (len(parts) == 1 or defines(node.body, parts[1:])):
                return True
        elif defines([each for each in ast.iter_child_nodes(node) if not isinstance(each, ast.expr)], parts):
            return True
    return False

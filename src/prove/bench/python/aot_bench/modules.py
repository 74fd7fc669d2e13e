"""Imports the user's files by path, as their own program would."""

import importlib
import os
import sys


def import_file(file: str, folder: str):
    """Imports a file by its dotted name: packages have an __init__.py. `folder` is the manifest's."""
    root, parts = os.path.dirname(file), [os.path.splitext(os.path.basename(file))[0]]
    while os.path.exists(os.path.join(root, "__init__.py")):
        root, parent = os.path.split(root)
        parts.insert(0, parent)
    sys.path[:0] = [entry for entry in dict.fromkeys((root, folder)) if entry not in sys.path]
    name = ".".join(parts)
    loaded = sys.modules.get(name)
    if loaded is not None and not is_from(loaded, file):
        # Another folder has a file of the same name.
        for each in [key for key in sys.modules if key == parts[0] or key.startswith(parts[0] + ".")]:
            del sys.modules[each]
        sys.path[:] = [root, *(entry for entry in sys.path if entry != root)]
        importlib.invalidate_caches()
    module = importlib.import_module(name)
    if not is_from(module, file):
        raise ImportError(f"the module name {name} belongs to {module.__file__}: rename {file}")
    return module


def import_function(source: dict, folder: str):
    module = import_file(source["file"], folder)
    if not hasattr(module, source["function"]):
        raise ImportError(f"{source['file']} has no function {source['function']}")
    return getattr(module, source["function"])


def is_from(module, file: str) -> bool:
    own = getattr(module, "__file__", None)
    return own is not None and os.path.realpath(own) == os.path.realpath(file)

"""Where the packages of this Python are installed."""

import os
import site
import sys


def package_folders() -> list[str]:
    """The folders that modules are imported from. One is that of `pip install --user`, which Python leaves out with -I."""
    is_virtual = sys.prefix != sys.base_prefix
    users = [] if is_virtual else [site.getusersitepackages()]
    own = os.path.dirname(os.path.abspath(__file__))
    return [folder for folder in [*users, *sys.path] if os.path.isdir(folder) and folder != own]

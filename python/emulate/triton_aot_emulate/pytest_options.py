"""The options of the emulation as options of pytest, and as settings in pytest.ini or pyproject.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from .options import Options, Outputs, rows

if TYPE_CHECKING:
    from .options import Row

NAME = "triton_emulate"
# What turns the emulation on for the default GPU, and off, in place of the name of a GPU.
ON, OFF = ("true", "on", "yes", "1"), ("false", "off", "no", "0", "")
# Since pytest 8.4, settings in pyproject.toml can be numbers.
INI_TYPES: dict[type, Any] = {bool: "bool"} | ({int: "int", float: "float"} if pytest.version_tuple >= (8, 4) else {})


def add_options(parser: pytest.Parser) -> None:
    """Adds each option to the command line, and to the settings in files."""
    group = parser.getgroup("triton-emulate", "Triton kernels without a GPU")
    for row in rows(Options, Outputs):
        arguments = row.arguments()
        if row.name == "gpu":
            arguments["help"] = "emulate the launches of Triton kernels for this GPU; `off` overrides a setting"
        # None: it was not given, so the setting counts.
        group.addoption(_flag(row), dest=_name(row.name), **{**arguments, "default": None})
        parser.addini(_name(row.name), arguments["help"], INI_TYPES.get(type(row.default), "string"), None)


class Given:
    """What the command line has, or else the settings in pytest.ini or pyproject.toml."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._rows = {row.name: row for row in rows(Options, Outputs)}

    def value(self, name: str) -> Any:
        """The value of an option; its default if it is not given."""
        row, given = self._rows[name], self._on_command_line(name)
        if given is None:
            given = self._setting(row)
        if name == "gpu" and given is not None:
            text = str(given).lower()
            return None if text in OFF else row.default if text in ON else given
        return row.default if given is None and name != "gpu" else given

    def called(self, row: Row) -> str:
        """What the user has written: a flag or the name of a setting."""
        return _name(row.name) if self._on_command_line(row.name) is None else _flag(row)

    def _on_command_line(self, name: str) -> Any:
        return getattr(self._config.known_args_namespace, _name(name))

    def _setting(self, row: Row) -> Any:
        found = self._config.getini(_name(row.name))
        if found is None or found in ("", []):
            return None
        if row.value.startswith(("FILE", "FOLDER")) and self._config.inipath is not None:
            return str(self._config.inipath.parent / found)
        try:
            return type(row.default)(found)
        except ValueError:
            raise ValueError(f"{_name(row.name)}: `{found}` is no number") from None


def _name(option: str) -> str:
    """What pytest calls an option of the emulation."""
    return NAME if option == "gpu" else f"{NAME}_{option}"


def _flag(row: Row) -> str:
    return "--" + _name(row.name).replace("_", "-")

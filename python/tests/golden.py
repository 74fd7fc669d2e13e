"""Texts that people read, in a file for each test file: `UPDATE=1 npm run python:test` writes what the tests see."""

import os
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"
# A section starts with this and its name.
HEADING = "=== "


@dataclass(frozen=True)
class Golden:
    """A section of a file."""

    file: Path
    name: str

    def check(self, text: str) -> None:
        """Compares a text with the section."""
        sections = self._read()
        if os.environ.get("UPDATE") == "1" and sections.get(self.name) != text.rstrip():
            sections[self.name] = text.rstrip()
            found = [f"{HEADING}{name}\n{body}\n" for name, body in sorted(sections.items())]
            self.file.write_text("\n".join(found), encoding="utf-8")
        assert self.name in sections, f"{self.file} has no section `{self.name}`: run the test with UPDATE=1"
        assert text.rstrip() == sections[self.name]

    def _read(self) -> dict[str, str]:
        if not self.file.exists():
            return {}
        parts = f"\n{self.file.read_text(encoding='utf-8')}".split(f"\n{HEADING}")[1:]
        return {name: body.rstrip() for name, _, body in (part.partition("\n") for part in parts)}

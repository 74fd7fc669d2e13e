"""What looks at a launch while it runs."""

from __future__ import annotations


class Watch:
    """This one lets a launch take any time. Others raise an exception, which ends the launch."""

    def start(self) -> None:
        """The blocks are executed from the first one on, perhaps again."""

    def begun(self, blocks: int) -> None:
        """So many blocks have begun, or as many as run at once if these are more."""

    def tick(self) -> None:
        """It is called every few instructions."""

    def ended(self, blocks: int) -> None:
        """So many blocks have ended, and no other runs."""

"""Text of programs, kernels and journals as one line that a terminal or a log shows, and that is no command of GitHub's."""

from __future__ import annotations


def one_line(text: str) -> str:
    """A line without characters that control a terminal, which no runner takes for a workflow command.

    Source: ActionCommand.cs of actions/runner: `::` counts after spaces too, and `##[` anywhere in a line.
    """
    text = "".join(each if each.isprintable() else " " if each.isspace() else "?" for each in text)
    text = text.replace("##[", "## [")
    return text.replace("::", ": :", 1) if text.lstrip().startswith("::") else text

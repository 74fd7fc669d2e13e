"""Sources that cannot be read, and what is said about them."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from project import Sources


@pytest.mark.parametrize("mode", ["slice", "reference"])
@pytest.mark.parametrize(
    ("file", "content", "kind", "message"),
    [
        pytest.param("none.py", b"", "missing", "no such file", id="does not exist"),
        pytest.param("../k.py", b"", "outside", "the file is outside the manifest's folder", id="is outside"),
        pytest.param("k.py", b"x = 1\ndef f(:\n", "syntax", "", id="is not Python"),
        pytest.param("k.py", b'x="\xff"', "encoding", "", id="is not text"),
        pytest.param("k.py", b"x = 1\0", "", "null", id="contains a null byte"),
    ],
)
def test_is_reported_if_it(file: str, content: bytes, kind: str, message: str, mode: str, sources: Sources) -> None:
    if content:
        sources.write({file: content})
    error = sources.inspect(file, mode=mode)["error"]
    assert error["kind"] == kind or not kind
    assert message in error["message"]
    if kind == "syntax":
        assert error["line"] == 2


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("kernels/softmx.py", "no such file; did you mean `kernels/softmax.py`?"),
        ("ad.py", "no such file; did you mean `add.py`?"),
        ("matmul.py", "no such file"),
    ],
)
def test_names_the_nearest_file(file: str, message: str, sources: Sources) -> None:
    sources.write({"add.py": "", "kernels/softmax.py": ""})
    assert sources.inspect(file)["error"]["message"] == message


def make_huge(file: Path) -> None:
    file.touch()
    os.truncate(file, 3_000_000_000)


CIRCLE = "its links lead in a circle|no such file"
DEEP = "the code is nested too deeply, or too large, for Python to read it"
KERNEL = "import triton\n{}@triton.jit\ndef f(n):\n    n = {}\n"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        pytest.param(lambda file: file.symlink_to(file), CIRCLE, id="that is a link to itself"),
        pytest.param(lambda file: file.symlink_to(file / "k.py"), CIRCLE, id="that is a link in a circle of folders"),
        pytest.param(Path.mkdir, "no such file", id="that is a folder"),
        pytest.param(make_huge, "cannot read: it has more than 20 MB", id="that is huge"),
        pytest.param(os.mkfifo, "no such file", id="that is a pipe"),
        pytest.param(
            lambda file: file.write_text(f"x = {'1+' * 100_000}1\n"), DEEP, id="with a sum that is too deep for Python"
        ),
        pytest.param(
            lambda file: file.write_text(KERNEL.format("", f"{'-' * 5000}n")),
            DEEP,
            id="with a kernel that is too deep for Python",
        ),
        pytest.param(
            lambda file: file.write_text(KERNEL.format(f"from {'a' * 300} import b\n", "b")),
            "cannot read .*aaa.*: File name too long",
            id="that imports a name that no file can have",
        ),
    ],
)
def test_reports_one(make: Callable[[Path], object], message: str, sources: Sources) -> None:
    make(sources.folder / "k.py")
    assert re.fullmatch(message, sources.inspect()["error"]["message"])

"""`init MODULE:FUNCTION` finds modules of installed packages."""

from pathlib import Path

from locate_module import locate


def installed(folder: Path, files: list[str]) -> str:
    for each in files:
        path = folder / each
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("raise SystemExit('imported')\n")
    info = folder / "My_Kernels-1.2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: My_Kernels\nVersion: 1.2.0\n")
    (info / "RECORD").write_text("".join(f"{each},,\n" for each in files))
    return str(folder)


def test_a_module_is_found_with_its_package(tmp_path: Path) -> None:
    folder = installed(tmp_path, ["my_kernels/__init__.py", "my_kernels/ops/norm.py"])
    package = {"folder": str(tmp_path.resolve()), "name": "My_Kernels", "version": "1.2.0"}
    assert locate("my_kernels.ops.norm", ["/nowhere", folder]) == {**package, "file": "my_kernels/ops/norm.py"}
    assert locate("my_kernels", [folder]) == {**package, "file": "my_kernels/__init__.py"}


def test_other_modules_are_not(tmp_path: Path) -> None:
    folder = installed(tmp_path, ["my_kernels/__init__.py"])
    (tmp_path / "loose.py").write_text("")
    assert locate("loose", [folder]) is None
    assert locate("my_kernels.ops", [folder]) is None

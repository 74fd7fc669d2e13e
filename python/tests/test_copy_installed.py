"""Packages are taken from where they are installed, if the index cannot be reached."""

import base64
import hashlib
import json
import site
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from copy_installed import Fault, copy
from installed_folders import package_folders

FILES = {
    "my_kernels/__init__.py": "raise SystemExit('imported')\n",
    "my_kernels/ops/norm.py": "SIZE = 3\n",
    "my_kernels/tuned.json": "{}\n",
    "My_Kernels-1.2.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: My_Kernels\nVersion: 1.2.0\nLicense: MIT\n",
}
INFO = "My_Kernels-1.2.0.dist-info"


def digest(text: str, algorithm: str = "sha256") -> str:
    found = hashlib.new(algorithm, text.encode()).digest()
    return f"{algorithm}={base64.urlsafe_b64encode(found).decode().rstrip('=')}"


def installed(folder: Path, files: dict[str, str] = FILES, record: str | None = None) -> Path:
    """Installs a package as pip does: it also lists what it has compiled and written itself, and scripts elsewhere."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    (folder / "my_kernels/added.py").write_text("")
    rows = [f"{path},{digest(text)},{len(text)}\n" for path, text in files.items()]
    own = f"../../bin/tool.py,{digest('')},0\nmy_kernels/__pycache__/norm.cpython-312.pyc,,\n{INFO}/RECORD,,\n"
    (folder / INFO / "RECORD").write_text("".join(rows) + own if record is None else record)
    return folder


def fault_of(folder: Path, target: Path, version: str = "1.2.0") -> tuple[str, str]:
    with pytest.raises(Fault) as raised:
        copy("my-kernels", version, target, [str(folder)])
    return raised.value.kind, raised.value.detail


def test_the_modules_and_the_metadata_are_copied_and_nothing_else(tmp_path: Path) -> None:
    folder, target = installed(tmp_path / "site"), tmp_path / "copy"
    copy("my-kernels", "1.2.0", target, ["/nowhere", str(folder)])
    copied = {str(file.relative_to(target)): file.read_text() for file in target.rglob("*") if file.is_file()}
    assert copied == {path: text for path, text in FILES.items() if not path.endswith(".json")}


def test_other_versions_and_other_packages_are_not(tmp_path: Path) -> None:
    folder = installed(tmp_path / "site")
    assert fault_of(tmp_path / "empty", tmp_path / "copy") == ("not-installed", "")
    assert fault_of(folder, tmp_path / "copy", "1.2.1") == ("other-version", "1.2.0")


def test_a_file_must_be_as_it_was_installed(tmp_path: Path) -> None:
    folder = installed(tmp_path / "site")
    file = folder / "my_kernels/ops/norm.py"
    file.write_text("SIZE = 4\n")
    assert fault_of(folder, tmp_path / "copy") == ("changed", str(file))
    file.unlink()
    assert fault_of(folder, tmp_path / "copy") == ("missing", str(file))
    file.mkdir()
    assert fault_of(folder, tmp_path / "copy") == ("missing", str(file))


def test_other_files_of_the_package_may_differ(tmp_path: Path) -> None:
    folder = installed(tmp_path / "site")
    (folder / "my_kernels/tuned.json").write_text('{"BLOCK": 64}\n')
    copy("my-kernels", "1.2.0", tmp_path / "copy", [str(folder)])


@pytest.mark.parametrize("algorithm", ["sha384", "sha512"])
def test_longer_hashes_are_known(tmp_path: Path, algorithm: str) -> None:
    text = "SIZE = 3\n"
    record = f"my_kernels/ops/norm.py,{digest(text, algorithm)},9\n"
    folder = installed(tmp_path / "site", record=record)
    copy("my-kernels", "1.2.0", tmp_path / "copy", [str(folder)])
    assert (tmp_path / "copy/my_kernels/ops/norm.py").read_text() == text


@pytest.mark.parametrize("hashed", ["", digest("SIZE = 3\n", "md5"), "sha256=", "sha256"])
def test_a_list_without_safe_hashes_is_refused(tmp_path: Path, hashed: str) -> None:
    folder = installed(tmp_path / "site", record=f"my_kernels/ops/norm.py,{hashed},9\n")
    assert fault_of(folder, tmp_path / "copy") == ("no-hash", str(folder / "my_kernels/ops/norm.py"))


def test_installs_that_list_no_modules_are_refused(tmp_path: Path) -> None:
    folder = installed(tmp_path / "site", record=f"{INFO}/RECORD,,\n../outside.py,{digest('')},0\n/etc/my.py,,\n")
    (tmp_path / "outside.py").write_text("")
    assert fault_of(folder, tmp_path / "copy") == ("no-modules", "")
    origin = {"url": "file:///home/me/my_kernels", "dir_info": {"editable": True}}
    (folder / INFO / "direct_url.json").write_text(json.dumps(origin))
    assert fault_of(folder, tmp_path / "copy") == ("editable", "file:///home/me/my_kernels")
    (folder / INFO / "direct_url.json").unlink()
    (folder / INFO / "RECORD").unlink()
    assert fault_of(folder, tmp_path / "copy") == ("no-list", "")


def test_the_script_answers_for_the_packages_of_its_python(tmp_path: Path) -> None:
    venv.create(tmp_path / "venv")
    installed(tmp_path / f"venv/lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages")
    script = Path(__file__).parents[1] / "bridge/copy_installed.py"

    def answer(version: str) -> object:
        argv = [tmp_path / "venv/bin/python", "-I", "-B", script, "my-kernels", version, tmp_path / "copy"]
        return json.loads(subprocess.run(argv, check=True, capture_output=True, text=True).stdout)

    assert answer("1.2.0") is None
    assert (tmp_path / "copy/my_kernels/ops/norm.py").is_file()
    assert answer("1.2.1") == {"kind": "other-version", "detail": "1.2.0"}


def test_packages_of_the_user_are_found_unless_the_python_is_of_an_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "getusersitepackages", lambda: str(tmp_path))
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    assert package_folders()[0] == str(tmp_path)
    assert str(Path(__file__).parents[1] / "bridge") not in package_folders()
    monkeypatch.setattr(sys, "prefix", "/environment")
    assert str(tmp_path) not in package_folders()

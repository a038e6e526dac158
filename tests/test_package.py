"""The installed package: its types hold outside of this tree, and each extra brings all that it promises."""

import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import promises
from promises import CORE, PROMISED

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
FOR_DEVELOPERS = {"dev", "bench"}  # these bring no part of the package


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=ROOT)
    (found,) = folder.glob("*.whl")
    return found


def test_the_example_of_the_readme_has_its_types_where_the_wheel_is_installed(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "outside")
    install(python, "--no-deps", "--no-index", "--no-compile", str(wheel))
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    # The packages that houseway needs come from here. houseway does not: Python reads no path file in a path file.
    (site / "beside.pth").write_text(sysconfig.get_path("purelib"))
    assert run(python, "-c", "import houseway; print(houseway.__file__)").startswith(str(site))
    (example,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    (tmp_path / "example.py").write_text(example)
    checked = run(
        *(sys.executable, "-m", "mypy", "--strict", "--python-executable", python, "example.py"), cwd=tmp_path
    )
    assert checked == "Success: no issues found in 1 source file\n"


def test_every_extra_promises_something() -> None:
    assert {CORE, *PROJECT["optional-dependencies"]} - FOR_DEVELOPERS == PROMISED.keys()


@pytest.mark.parametrize("extra", PROMISED)
def test_the_promise_of_an_extra_needs_no_other_package(extra: str) -> None:
    brought = {"houseway"} | closure(extra)
    installed = packages_distributions().items()
    others = [name for name, dists in installed if brought.isdisjoint(map(canonicalize_name, dists))]
    assert len(others) > 10, "there is nothing to be blocked"
    assert int(run(sys.executable, promises.__file__, extra, *others)) >= len(PROMISED[extra])


@pytest.mark.long
@pytest.mark.parametrize("extra", [CORE, *PROJECT["optional-dependencies"]])
def test_an_extra_is_installed_alone(extra: str, wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "alone")
    install(python, str(wheel) if extra == CORE else f"houseway[{extra}] @ {wheel.as_uri()}")
    if extra in PROMISED:
        run(python, promises.__file__, extra)
    else:
        names = [each.name for each in read(PROJECT["optional-dependencies"][extra])]
        run(python, "-c", "import importlib.metadata, sys; [*map(importlib.metadata.version, sys.argv[1:])]", *names)


def closure(extra: str) -> set[str]:
    """The distributions that come with houseway and one of its extras, and with these in their turn."""
    extras: dict[str, list[str]] = PROJECT["optional-dependencies"]
    due, known = read([*PROJECT["dependencies"], *extras.get(extra, [])]), set[tuple[str, str]]()
    while due:
        wanted = due.pop()
        name = canonicalize_name(wanted.name)
        for own in wanted.extras or {""}:
            if (name, own) not in known:
                known.add((name, own))
                due += read(extras[own]) if name == "houseway" else needed(name, own)
    return {name for name, _ in known}


def needed(name: str, extra: str) -> list[Requirement]:
    """The needs of a distribution with one of its extras; none where it is not installed."""
    try:
        return read(requires(name) or (), extra)
    except PackageNotFoundError:
        return []


def read(lines: Iterable[str], extra: str = "") -> list[Requirement]:
    """Requirements as far as they hold on this machine."""
    every = [Requirement(line) for line in lines]
    return [each for each in every if each.marker is None or each.marker.evaluate({"extra": extra})]


def environment(folder: Path) -> str:
    """The Python of a new and empty virtual environment."""
    venv.create(folder, symlinks=sys.platform != "win32")
    return str(folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))


def install(python: str, *words: str) -> None:
    run(sys.executable, "-m", "pip", "--python", python, "install", "-q", "--disable-pip-version-check", *words)


def run(*words: str, cwd: Path | None = None) -> str:
    """The output of a program, which has to succeed."""
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{words[:4]}: {done.stdout}{done.stderr}"
    return done.stdout

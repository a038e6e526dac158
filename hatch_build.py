"""Bundles the web client when a wheel or a source archive is made: who installs houseway needs no Node."""

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClient(BuildHookInterface):
    """An editable install has its bundle from `make`, a source archive has it inside."""

    def dependencies(self) -> list[str]:
        needed = self.target_name == "sdist" or not self._bundled()
        return [_builder(self.root).NODE_PACKAGE] if needed and shutil.which("npm") is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            _builder(self.root).build(Path(self.root))

    def _bundled(self) -> bool:
        return (Path(self.root) / "src" / "houseway" / "web" / "static" / "index.html").exists()


def _builder(root: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_web", Path(root) / "scripts" / "build_web.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

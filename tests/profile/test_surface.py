"""The names that the two packages offer are there, sorted, and cost nothing until they are used."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

import persona.profile
import persona.templates


@pytest.mark.parametrize("package", [persona.profile, persona.templates])
def test_every_name_is_there(package: ModuleType) -> None:
    for name in package.__all__:
        assert getattr(package, name) is not None
    assert sorted(package.__all__, key=lambda n: (not n.isupper(), n[0].islower(), n)) == list(
        package.__all__
    )
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = package.nothing_like_it


def test_the_block_needs_neither_templates_nor_a_model() -> None:
    code = (
        "import sys, persona.profile.block, persona.templates\n"
        "print(sorted({'jinja2', 'yaml', 'openai', 'jsonschema'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"

# SPDX-License-Identifier: Apache-2.0
"""Every block of Python on docs/python.md and docs/cookbook.md runs, one after the other; the other three ways of the cookbook
give the same."""

import re
import subprocess
import sys
import tomllib

import numpy as np
import pytest
from conftest import ROOT

import freeplay as fp


def blocks(page, language):
    """The fenced blocks of a page, each with the line before it."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, each.start()) + 1, each.group(1)) for each in found]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(page):
    """All names that the blocks of a page leave."""
    space = {}
    for line, block in blocks(page, "python"):
        exec(compile("\n" * line + block, f"docs/{page}", "exec"), space)  # noqa: S102
    return space


def test_the_page(folder, capsys):
    assert len(blocks("python.md", "python")) > 8
    space = run("python.md")
    said = capsys.readouterr().out
    assert "gravity" in said and space["pendulum"].degrees_of_freedom == 3
    assert {"crank.html", "crank.svg", "with_and_without_play.html"} <= {file.name for file in folder.iterdir()}
    assert len(space["ends"]) == 4 and len(set(space["ends"])) == 4


def test_the_page_of_every_name():
    """What it says is what the package says; it is written by tools/python_api."""
    written = subprocess.run([sys.executable, ROOT / "tools" / "python_api"], capture_output=True, text=True, check=True)
    assert (ROOT / "docs" / "python_api.md").read_text(encoding="utf-8") == written.stdout, (
        "run tools/python_api > docs/python_api.md with PYTHONPATH at the package"
    )
    for name in set(fp.__all__) - {"__version__"}:
        assert f"### `{name}" in written.stdout


def test_the_cookbook_in_python(folder, capsys):
    space = run("cookbook.md")
    assert 'did you mean "clearance"' in capsys.readouterr().out
    assert {"cookbook.h5", "cookbook.html", "cookbook.svg"} <= {file.name for file in folder.iterdir()}
    assert np.array_equal(fp.open("cookbook.h5")["body/slider/position"][:, 1], space["y"])
    assert len(set(space["ends"])) == 3 and 0 < space["hardest"] < 1
    assert np.all(np.diff(space["travels"]) > 0) and np.all(space["travels"] <= [0.4e-3, 1e-3, 2e-3])


def test_the_cookbook_on_the_command_line(folder, command):
    """A study and a run with a formula, as its files and lines have them."""
    space = run("cookbook.md")
    lines = [line for _, block in blocks("cookbook.md", "console") for line in block.splitlines()]
    assert len(lines) >= 10 and all(line.startswith("$ freeplay ") for line in lines)
    study = next(block for _, block in blocks("cookbook.md", "toml") if block.startswith("study = 1"))
    (folder / "clearances.toml").write_text(study)
    command("study", "clearances.toml", "-o", "clearances.study.h5")
    command("export", "clearances.study.h5", "-o", "table")
    numbers = next(file for file in (folder / "table").rglob("*.csv") if "end" in file.read_text().splitlines()[0])
    header, *rows = [line.split(",") for line in numbers.read_text().splitlines()]
    column = next(k for k, name in enumerate(header) if "end" in name)
    assert [float(row[column]) for row in rows] == pytest.approx(space["ends"], rel=1e-12)


def test_the_cookbook_as_files():
    """Each piece of a model file says something that the machine of the cookbook understands."""
    pieces = [block for _, block in blocks("cookbook.md", "toml") if not block.startswith("study = 1")]
    assert len(pieces) == 3
    before = fp.read(ROOT / "examples" / "embedding" / "cookbook.toml")
    for piece in pieces:
        changed = fp.read(ROOT / "examples" / "embedding" / "cookbook.toml")
        for kind, given in tomllib.loads(piece).items():
            tables = given if isinstance(given, list) else [given]
            for table in tables:
                head = f"{kind}.{table.pop('name')}" if "name" in table else kind
                for key, value in table.items():
                    changed[f"{head}.{key}"] = value
        assert changed.to_toml() != before.to_toml() or "50 ms" in piece
        assert changed.run().status == "complete"


def test_the_cookbook_in_cpp():
    """Its program is the one that `make check-embedding` builds and runs; docs_test.cpp compares the lines."""
    program = (ROOT / "examples" / "embedding" / "cookbook.cpp").read_text(encoding="utf-8")
    quoted = [block for _, block in blocks("cookbook.md", "cpp")]
    assert len(quoted) == len(blocks("cookbook.md", "python")) - 1
    for block in quoted:
        first, *lines = block.splitlines()
        assert first == "// examples/embedding/cookbook.cpp" and "\n".join(lines) in program

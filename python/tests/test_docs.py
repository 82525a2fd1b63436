# SPDX-License-Identifier: Apache-2.0
"""Every block of docs/python.md runs, one after the other."""

import re

from conftest import ROOT


def test_the_page(tmp_path, monkeypatch, capsys):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 8
    space = {}
    for block in blocks:
        line = text[: text.index(block)].count("\n")
        exec(compile("\n" * line + block, "docs/python.md", "exec"), space)  # noqa: S102
    said = capsys.readouterr().out
    assert "gravity" in said and space["pendulum"].degrees_of_freedom == 3
    assert {"crank.html", "crank.svg", "with_and_without_play.html"} <= {file.name for file in tmp_path.iterdir()}
    assert len(space["ends"]) == 4 and len(set(space["ends"])) == 4

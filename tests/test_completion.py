"""Completions that shells get after the Tab key, when they call retro as the scripts of typer do."""

import re
from pathlib import Path

import commanding
import pytest
import shellingham
from installing import register

from retro.app import cli

BROKEN = """
import sys
print("careless")
print("careless", file=sys.stderr)
raise RuntimeError("it is not ready")
"""


@pytest.fixture
def completed(monkeypatch, capsys):
    """Returns the completions for a shell that sets these variables."""
    monkeypatch.setattr(cli.streams, "prepare", lambda: None)  # the streams of this process are those of pytest

    def ask(**variables):
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            cli.main()
        output, errors = capsys.readouterr()
        assert (ended.value.code, errors) == (0, "")
        return [line.split("\t")[0] for line in output.splitlines() if line]

    return ask


@pytest.fixture
def offered(completed):
    """Returns the completions in fish for a line with the cursor at its end."""
    action = {"_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    return lambda line: completed(_RETRO_COMPLETE="complete_fish", _TYPER_COMPLETE_ARGS=line, **action)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("retro so", "solve"),
        ("retro stats ", "british_square lgame ostle"),
        ("retro query l", "lgame"),
        ("retro solve ostle --thr", "--threads"),
        ("retro solve ostle --backend r", "reference"),
        ("retro plot lgame --only d", "dtm distance decided"),
        ("retro heuristic british_square ", "greedy"),
        ("retro heuristic british_square --threads 2 --set size=4 g", "greedy"),
        ("retro stats ostle --set r", "rule8=paper rule8=exact"),
        ("retro stats ostle --set rule8=e", "rule8=exact"),
        ("retro query british_square --set size=4 --set centre=allowed --set ", "bias=0 bias=1 bias=2"),
        ("retro stats --set rule8=e", ""),
        ("retro stats nothing --set ", ""),
        ("retro stats ostle --threads x --set rule8=", "rule8=paper rule8=exact"),
        ("retro heuristic nothing ", ""),
    ],
)
def test_completions_of_a_line(offered, line, expected):
    assert offered(line) == expected.split()


def test_unusable_plugins_print_nothing(offered, tmp_path, monkeypatch):
    register(tmp_path, "broken", {"broken": "unready_plugin"})
    (tmp_path / "unready_plugin.py").write_text(BROKEN)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert offered("retro stats b") == ["british_square", "broken"]
    assert offered("retro stats broken --set ") == []
    assert offered("retro heuristic broken ") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("retro stats ostle --set rule", "rule8=paper rule8=exact"),
        ("retro stats ostle --set rule8=e", "exact"),
        ("retro stats ostle --set=rule8=", "paper exact"),
        ("retro stats ostle --set size=4 --set rule8=", "paper exact"),
        ("retro stats ostle --set none=", ""),
        ("retro heuristic british_square --set size=4 ", "greedy"),
        ("retro solve ostle --backend=q", "queue"),
    ],
)
def test_bash_splits_words_at_equals_signs(completed, line, expected):
    words = re.findall(r"=|[^\s=]+", line) + [""] * line.endswith(" ")
    variables = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    assert completed(_RETRO_COMPLETE="complete_bash", **variables) == expected.split()


def test_completion_is_installed_for_the_shell_or_refused_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(shellingham, "detect_shell", lambda: ("bash", "/bin/bash"))  # tests may run in any shell
    monkeypatch.setenv("HOME", str(tmp_path))
    code, _, errors = commanding.run("--install-completion", name="retro")
    assert (code, errors) == (0, "")
    (script,) = re.findall(r"source '(.*)'", (tmp_path / ".bashrc").read_text())
    assert "_RETRO_COMPLETE=complete_bash" in Path(script).read_text()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HOME", str(tmp_path / "file" / "home"))
    code, _, errors = commanding.run("--install-completion", name="retro")
    assert code == 2 and errors.startswith("error: ") and errors.count("\n") == 1

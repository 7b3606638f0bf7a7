"""Plugins are found by entry points; a broken one is listed with the reason."""

import sys

import pytest
from installing import PLUGIN, register

from retro.game import plugins
from retro.system.errors import GameError

HOOK = "from retro.game.plugins import hookimpl\n@hookimpl\ndef retro_game"
MINE = PLUGIN.format(name="mine", title="A game", more="")
BROKEN = {
    "raises": ("raise RuntimeError('two\\nlines')", "RuntimeError: two lines"),
    "leaves": ("import sys; sys.exit(3)", "SystemExit: 3"),
    "syntax": ("def", "SyntaxError"),
    "hookless": ("", "no hook retro_game"),
    "wrongtype": (f"{HOOK}(): return 7", "returned int, not a Game"),
    "arguments": (f"{HOOK}(x, y): return 7", "retro_game"),
    "fails": (f"{HOOK}(): return {{}}[5]", "KeyError: 5"),
    "outdated": ("from retro.plugins import hookimpl", "ModuleNotFoundError: No module named 'retro.plugins'"),
    "misnamed": (MINE, "calls itself 'mine'"),
}


@pytest.fixture
def install(site):
    """Installs plugin modules, as pip would: source files and metadata on the path."""

    def installed(modules, entries=None, package="stranger"):
        register(site, package, entries or {name: f"plugin_{name}" for name in modules})
        for name, source in modules.items():
            (site / f"plugin_{name}.py").write_text(source)

    return installed


def test_a_game_is_listed_without_importing_it_and_loading_it_imports_only_its_plugin(install):
    """A package that is seen twice counts once."""
    install({"mine": MINE, "yours": MINE})
    install({}, {"mine": "plugin_mine"}, "stranger_again")
    assert {"mine", "yours"} <= set(plugins.names())
    assert not {"plugin_mine", "plugin_yours"} & set(sys.modules)
    assert plugins.load("mine").title == "A game"
    assert "plugin_mine" in sys.modules and "plugin_yours" not in sys.modules


def test_a_broken_plugin_says_why_in_one_line_that_names_it_and_hides_no_other(install):
    install({name: source for name, (source, _) in BROKEN.items()} | {"mine": MINE})
    listed = {each.name: each for each in plugins.listing()}
    assert listed["mine"].game is not None
    for name, (_, reason) in BROKEN.items():
        with pytest.raises(plugins.PluginError) as caught:
            plugins.load(name)
        assert str(caught.value).startswith(f"plugin {name}:") and str(caught.value).isprintable()
        assert reason in str(caught.value)
        assert (listed[name].game, listed[name].reason) == (None, str(caught.value))


@pytest.mark.parametrize(
    ("name", "module", "reason"),
    [
        ("ghost", "plugin_ghost.nowhere", "plugin ghost: ModuleNotFoundError"),
        ("mine", "plugin_second", "offered twice"),
        ("../mine", "plugin_mine", "a game's name is"),  # it would leave the directory of databases
    ],
)
def test_an_entry_point_that_cannot_be_used_is_refused(install, name, module, reason):
    install({"mine": MINE})
    install({"second": MINE}, {name: module}, "another")
    with pytest.raises(plugins.PluginError, match=reason):
        plugins.load(name)


def test_the_error_for_an_unknown_game_lists_the_games(install):
    install({"mine": MINE})
    with pytest.raises(GameError, match=r"unknown game 'yuors'; installed games: .*mine"):
        plugins.load("yuors")

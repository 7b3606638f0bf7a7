"""Plugins are found by entry points; a broken one is listed with the reason."""

import sys
import textwrap

import pytest
from installing import register

from retro.game import plugins
from retro.system.errors import GameError

GOOD = """
    from retro.game import Game
    from retro.game.plugins import hookimpl

    @hookimpl
    def retro_game():
        return Game("{name}", "A game", "{name}_package")
"""

BROKEN = {
    "raises": ("raise RuntimeError('two\\nlines')", "RuntimeError: two lines"),
    "leaves": ("import sys; sys.exit(3)", "SystemExit: 3"),
    "syntax": ("def", "SyntaxError"),
    "hookless": ("", "no hook retro_game"),
    "wrongtype": (
        "from retro.game.plugins import hookimpl\n@hookimpl\ndef retro_game(): return 7",
        "returned int, not a Game",
    ),
    "arguments": ("from retro.game.plugins import hookimpl\n@hookimpl\ndef retro_game(x, y): return 7", "retro_game"),
    "fails": ("from retro.game.plugins import hookimpl\n@hookimpl\ndef retro_game(): return {}[5]", "KeyError: 5"),
    "outdated": ("from retro.plugins import hookimpl", "ModuleNotFoundError: No module named 'retro.plugins'"),
    "misnamed": (GOOD.format(name="other"), "calls itself 'other'"),
}


@pytest.fixture
def install(site):
    """Installs plugin modules, as pip would: source files and metadata on the path."""

    def installed(modules, entries=None, package="stranger"):
        register(site, package, entries or {name: f"plugin_{name}" for name in modules})
        for name, source in modules.items():
            (site / f"plugin_{name}.py").write_text(textwrap.dedent(source))

    return installed


def test_a_game_of_another_package_is_listed(install):
    install({"mine": GOOD.format(name="mine")})
    assert "mine" in plugins.names()
    assert plugins.load("mine").title == "A game"


def test_names_are_listed_without_importing(install):
    install({"mine": GOOD.format(name="mine"), "raises": BROKEN["raises"][0]})
    assert {"mine", "raises"} <= set(plugins.names())
    assert not {"plugin_mine", "plugin_raises"} & set(sys.modules)


def test_loading_one_game_imports_only_its_plugin(install):
    install({"mine": GOOD.format(name="mine"), "yours": GOOD.format(name="yours")})
    plugins.load("mine")
    assert "plugin_mine" in sys.modules
    assert "plugin_yours" not in sys.modules


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_says_why_in_one_line_that_names_it(install, name):
    source, reason = BROKEN[name]
    install({name: source})
    with pytest.raises(plugins.PluginError) as caught:
        plugins.load(name)
    assert f"plugin {name}:" in str(caught.value)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_broken_plugins_do_not_hide_others(install):
    install({name: source for name, (source, _) in BROKEN.items()} | {"mine": GOOD.format(name="mine")})
    listed = {each.name: each for each in plugins.listing()}
    assert listed["mine"].game is not None
    for name, (_, reason) in BROKEN.items():
        assert listed[name].game is None
        assert reason in listed[name].reason


def test_a_missing_module_is_a_broken_plugin(install):
    install({}, {"ghost": "plugin_ghost.nowhere"})
    with pytest.raises(plugins.PluginError, match="plugin ghost: ModuleNotFoundError"):
        plugins.load("ghost")


def test_a_name_of_two_packages_is_ambiguous(install):
    install({"mine": GOOD.format(name="mine")})
    install({"second": GOOD.format(name="mine")}, {"mine": "plugin_second"}, "another")
    with pytest.raises(plugins.PluginError, match="offered twice"):
        plugins.load("mine")


def test_a_package_seen_twice_counts_once(install):
    install({"mine": GOOD.format(name="mine")})
    install({}, {"mine": "plugin_mine"}, "stranger_again")
    assert plugins.load("mine").name == "mine"


def test_a_name_that_would_leave_the_data_directory_is_refused(install):
    install({"mine": GOOD.format(name="mine")}, {"../mine": "plugin_mine"})
    with pytest.raises(plugins.PluginError, match="a game's name is"):
        plugins.load("../mine")


def test_the_error_for_an_unknown_game_lists_the_games(install):
    install({"mine": GOOD.format(name="mine")})
    with pytest.raises(GameError, match=r"unknown game 'yuors'; installed games: .*mine"):
        plugins.load("yuors")

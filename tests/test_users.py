"""Caches and databases that belong to another user, may only be read, are no directory, or have no home."""

import os
import shlex

import pytest
from workplace import USER, check_exit, check_refused, soak_only

from retro.compiling.cache_directory import cache_directory

pytestmark = pytest.mark.compiled

NO_HOME = """
import os, pwd, sys
import retrograde
def unknown(user):
    raise KeyError(user)
pwd.getpwuid = unknown
sys.argv[0] = "retro"
retrograde.main()
"""
WITHOUT_COMPILING = ("games", "info lgame", "query lgame", "line lgame", "check-file lgame")
WITH_COMPILING = ("puzzles lgame", "verify lgame", "check lgame --seconds 0.1", "compose lgame")


@pytest.mark.parametrize("below", ["", pytest.param("/below", marks=soak_only)])
def test_commands_that_compile_name_a_cache_that_is_a_file(workplace, below):
    """The error names RETRO_CACHE, and not the plugin. Commands that compile nothing work."""
    workplace.lgame()
    (workplace.folder / "file").touch()
    variables = {"RETRO_CACHE": f"{workplace.folder}/file{below}"}
    for command in WITH_COMPILING if below else WITH_COMPILING[::2]:
        result = workplace.run(f"retro {command}", variables=variables)
        assert "plugin" not in check_refused(result, 2, variables["RETRO_CACHE"], "RETRO_CACHE")
    for command in WITHOUT_COMPILING if below else ("query lgame",):
        check_exit(workplace.run(f"retro {command}", variables=variables))


def test_without_a_home_the_error_names_the_option_for_the_missing_directory(workplace):
    """HOME is not set, and the user has no entry in passwd."""
    workplace.lgame()
    variables = {"HOME": None, "XDG_CACHE_HOME": None, "XDG_DATA_HOME": None, "RETRO_CACHE": None}
    check_refused(
        workplace.python(NO_HOME, "puzzles", "lgame", variables=variables), 2, "home directory", "RETRO_CACHE"
    )
    check_exit(workplace.python(NO_HOME, "query", "lgame", variables=variables))
    variables["RETRO_DATA"] = None
    check_refused(workplace.python(NO_HOME, "stats", "lgame", variables=variables), 2, "--data or RETRO_DATA")


@soak_only
def test_a_warm_cache_of_another_user_is_read_and_never_written(workplace):
    """What an empty cache lacks is compiled, with one warning. No cache appears in the home directory."""
    workplace.lgame()
    warm, empty = workplace.folder / "warm", workplace.folder / "empty"
    warm.mkdir()
    empty.mkdir()
    for command in WITH_COMPILING:  # they leave all that they need in the cache of this user
        check_exit(workplace.run(f"retro {command}"))
    bound = f"mount --bind {shlex.quote(str(cache_directory()))} {warm} && mount -o remount,ro,bind {warm}"
    for command in WITH_COMPILING:
        result = workplace.as_user(f"retro {command}", bound, {"RETRO_CACHE": str(warm)}, home=True)
        assert "warning" not in check_exit(result).errors, (command, result.errors)
    result = check_exit(workplace.as_user("retro puzzles lgame", variables={"RETRO_CACHE": str(empty)}, home=True))
    warnings = [line for line in result.errors.splitlines() if line.startswith("warning: ")]
    assert len(warnings) == 1 and str(empty) in warnings[0] and "RETRO_CACHE" in warnings[0], result.errors
    assert not [each for each in (workplace.folder / "home").rglob("*") if each.is_file()]


@soak_only
def test_an_unreadable_cache_is_named(workplace):
    """Unreadable files in a readable cache are compiled anew, with a warning."""
    workplace.lgame()
    closed, files = workplace.folder / "closed", workplace.folder / "files"
    closed.mkdir(mode=0o700)
    for command in ("puzzles lgame", "verify lgame"):
        result = workplace.as_user(f"retro {command}", variables={"RETRO_CACHE": str(closed)}, home=True)
        assert "plugin" not in check_refused(result, 2, str(closed), "RETRO_CACHE")
    check_exit(workplace.as_user("retro query lgame", variables={"RETRO_CACHE": str(closed)}, home=True))
    check_exit(workplace.run("retro puzzles lgame", variables={"RETRO_CACHE": str(files)}))
    for each in files.rglob("*"):
        if each.is_file():
            each.chmod(0o600)
    result = check_exit(workplace.as_user("retro puzzles lgame", variables={"RETRO_CACHE": str(files)}, home=True))
    assert str(files) in result.errors and "RETRO_CACHE" in result.errors


@soak_only
def test_a_user_without_a_home_directory_runs_commands_that_compile_nothing(workplace):
    path = workplace.lgame()
    for each in (workplace.data, path):
        os.chown(each, USER, USER)
    variables = {"RETRO_CACHE": None}
    for command in WITHOUT_COMPILING:
        check_exit(workplace.as_user(f"retro {command}", variables=variables))
    check_refused(workplace.as_user("retro verify lgame", variables=variables), 2, "home directory", "RETRO_CACHE")
    variables["HOME"] = "/nonexistent"
    result = workplace.as_user("retro verify lgame", variables=variables)
    check_refused(result, 2, "/nonexistent/.cache/retro", "RETRO_CACHE")


@soak_only
@pytest.mark.parametrize("name", ["values.zst", "manifest.json"])
def test_files_that_another_user_may_not_read_are_not_called_damaged_or_missing(workplace, name):
    """The error names the file and the reason."""
    (workplace.lgame() / name).chmod(0o600)
    for command in ("query lgame", "stats lgame", "check-file lgame", "verify lgame --sample 10"):
        result = workplace.as_user(f"retro {command}", home=True)
        if result.code:
            line = check_refused(result, result.code, name, "Permission denied")
            assert result.code not in (1, 3, 5) and "again" not in line, command
        else:
            assert (command, name) == ("stats lgame", "values.zst")

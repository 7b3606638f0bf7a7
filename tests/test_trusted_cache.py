"""The cache of compiled code: what other users may write is not run."""

from __future__ import annotations

import grp
import os
import pwd
import stat
from pathlib import Path

import pytest

from retro.compiling.cache_directory import UnusableCache, check, is_trusted, make
from retro.compiling.compile import jit

OTHER = 54321
"""The id of another user."""

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache with a folder for files, in a directory of its own."""
    make(tmp_path / "above" / "cache" / "kernels")
    return tmp_path / "above" / "cache"


@pytest.fixture(autouse=True)
def forget() -> None:
    """A directory that has passed is not examined again."""
    check.cache_clear()


def one_more(number: int) -> int:
    return number + 1


PLACES = {"cache": ".", "folder": "kernels", "above": ".."}


@pytest.fixture(params=PLACES)
def where(request, cache):
    """A directory that matters: the cache, one in it, and one above it."""
    return (cache / PLACES[request.param]).resolve()


@pytest.mark.parametrize("mode", [0o777, 0o757, 0o775, 0o1777])
def test_a_directory_that_others_may_write_is_refused(cache, where, mode):
    """Above the cache it may be sticky: what is in it cannot be exchanged."""
    where.chmod(mode)
    if (where == cache.parent and mode & stat.S_ISVTX) or is_trusted(where.stat()):
        check(cache)
        return
    advice = f"others may write {where}: chmod go-w {where}, or RETRO_CACHE names another directory"
    with pytest.raises(UnusableCache, match=f"^compiled code in {cache} is not run, because {advice}$"):
        check(cache)
    where.chmod(0o755)
    check(cache)


@as_root
def test_a_directory_of_another_user_is_refused(cache, where):
    os.chown(where, OTHER, OTHER)
    with pytest.raises(UnusableCache, match=rf"{where} belongs to another user: RETRO_CACHE names another directory$"):
        check(cache)


@as_root
@pytest.mark.parametrize(("owner", "trusted"), [(0, True), (OTHER, True), (OTHER + 1, False)])
def test_a_user_trusts_root_and_no_other(cache, monkeypatch, owner, trusted):
    os.chown(cache, owner, OTHER)
    monkeypatch.setattr(os, "geteuid", lambda: OTHER)  # another user cannot search the directories of the tests
    assert is_trusted(cache.stat()) == trusted


@as_root
@pytest.mark.parametrize("target", ["{0}", "../above/cache", "second"])
def test_links_are_followed_if_they_are_this_users(cache, tmp_path, target):
    """Also relative ones, and links to links; what each of them names is examined."""
    links = tmp_path / "links"
    make(links)
    link, second = links / "link", links / "second"
    second.symlink_to(cache)
    link.symlink_to(target.format(cache))
    check(link)
    check.cache_clear()
    os.lchown(link, OTHER, OTHER)
    with pytest.raises(UnusableCache, match=f"{link} belongs to another user"):
        check(link)
    os.lchown(link, 0, 0)
    cache.parent.chmod(0o777)
    with pytest.raises(UnusableCache, match=f"others may write {cache.parent}"):
        check(link)


def test_a_group_may_write_if_it_has_no_other_members(cache, monkeypatch):
    cache.chmod(0o775)
    owner = pwd.getpwuid(cache.stat().st_uid).pw_name
    groups = [{}]  # there may be none of that number
    groups += [
        {cache.stat().st_gid: grp.struct_group((name, "x", 1, members))}
        for name, members in ((owner, []), (owner, [owner]), (owner, ["eve"]), ("x", []))
    ]
    for listed, alone in zip(groups, (False, True, True, False, False), strict=True):
        monkeypatch.setattr(grp, "getgrgid", listed.__getitem__)  # the system's groups are not the test's to change
        assert is_trusted(cache.stat()) == alone


@pytest.mark.compiled
@pytest.mark.parametrize("spoilt", [0o646, pytest.param(OTHER, marks=as_root)])
def test_a_file_that_others_may_write_is_not_run(tmp_path, monkeypatch, spoilt):
    """It counts as missing: the function is compiled again, and its file is replaced. New files have sound modes."""
    monkeypatch.setenv("RETRO_CACHE", str(tmp_path / "above" / "cache"))
    before = os.umask(0)
    try:
        for changed in (False, True, False):
            files = list((tmp_path / "above").rglob("*.nb?"))
            for each in files if changed else ():
                os.chown(each, spoilt, spoilt) if spoilt == OTHER else each.chmod(spoilt)
            function = jit(one_more, {})
            assert function(4) == 5
            assert sum(function.stats.cache_misses.values()) == (changed or not files)
    finally:
        os.umask(before)
    made = [tmp_path / "above", *(tmp_path / "above").rglob("*")]
    assert len(made) == 4 and all(is_trusted(each.stat()) for each in made)

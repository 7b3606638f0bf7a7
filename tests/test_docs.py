"""The site builds without a warning, its links have targets, and the command-line page is up to date."""

import os
import pkgutil
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from commanding import ask

from retro.system import exit_codes

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
COMMAND_LINE = (DOCS / "reference" / "command-line.md").read_text(encoding="utf-8")
SHOWN = {
    "benchmarks": "benchmarks/README.md",
    "changelog": "CHANGELOG.md",
    "contributing": "CONTRIBUTING.md",
    "examples": "examples/README.md",
    **{f"games/{path.parent.name}": str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("games/*/README.md"))},
}
"""Pages that include a file from elsewhere in the repository."""
ELSEWHERE = ("*.md", "games/*/README.md", "examples/**/*.md")


class Links(HTMLParser):
    """The targets of a page's links, and the anchors to which links can lead."""

    def __init__(self, page):
        super().__init__()
        self.targets, self.anchors = set(), set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src"):
                self.targets.add(value)
            elif name == "id":
                self.anchors.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    directory = tmp_path_factory.mktemp("site")
    command = f"-m sphinx -W --keep-going -n -q -b html -d {directory / 'doctrees'} docs {directory / 'html'}".split()
    run = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return directory / "html"


def test_every_page_is_on_the_site_and_in_its_contents(site):
    contents = Links(site / "index.html").targets
    pages = {path.relative_to(DOCS).with_suffix("") for path in DOCS.rglob("*.md")}
    assert {Path(name) for name in SHOWN} <= pages
    for page in pages:
        assert (site / page).with_suffix(".html").is_file()
        assert page == Path("index") or str(page.with_suffix(".html")) in contents, page


@pytest.mark.parametrize(("page", "file"), SHOWN.items())
def test_a_file_from_elsewhere_is_shown_whole(site, page, file):
    headings = re.findall(r"^#+ (.+)$", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    shown = (site / page).with_suffix(".html").read_text(encoding="utf-8")
    titles = [re.sub(r"<[^>]*>|¶", "", each) for each in re.findall(r"<h\d>(.*?)</h\d>", shown)]
    assert headings and {heading.replace("`", "") for heading in headings} <= set(titles)


def test_every_link_inside_the_site_leads_somewhere(site):
    pages = {page: Links(page) for page in site.rglob("*.html")}
    seen = 0
    for page, links in pages.items():
        for target in links.targets:
            parts = urlsplit(target)
            if parts.scheme or target.startswith("//"):
                assert parts.scheme in ("https", "http", "data"), f"{page.name}: {target}"
                continue
            path = page if not parts.path else Path(os.path.normpath(page.parent / unquote(parts.path)))
            assert path.is_file() and path.is_relative_to(site), f"{page.name}: {target}"
            if parts.fragment and path in pages:
                assert unquote(parts.fragment) in pages[path].anchors, f"{page.name}: {target}"
            seen += 1
    assert seen > 100


def test_links_of_pages_in_the_repository_lead_somewhere():
    """In the files of the repository, without building the site."""
    for page in [*DOCS.rglob("*.md"), *(each for place in ELSEWHERE for each in ROOT.glob(place))]:
        text = re.sub(r"^(```|~~~).*?^\1", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if not urlsplit(target).scheme and not target.startswith("#"):
                assert (page.parent / target.partition("#")[0]).exists(), f"{page.relative_to(ROOT)}: {target}"


def test_the_page_of_the_command_line_shows_the_programs_help():
    run = subprocess.run([sys.executable, "docs/command_line.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == COMMAND_LINE, "make it again: python docs/command_line.py > docs/reference/command-line.md"


def test_help_knows_every_option_of_the_page_and_no_other():
    sections = dict(re.findall(r"^## (?:retro |)(.+)\n((?s:.*?))(?=^## )", COMMAND_LINE, re.MULTILINE))
    commands = re.findall(r"^  ([a-z-]+) {2,}\S", ask("--help").partition("Commands:")[2], re.MULTILINE)
    assert set(commands) < sections.keys()
    for name, words in {"Without a command": (), **{name: (name,) for name in commands}}.items():
        options = set(re.findall(r"--[a-z][a-z-]*", "\n".join(re.findall(r"^\| `(--[^`]*)`", sections[name], re.M))))
        # an option's help may speak of another one
        assert options | {"--help"} == set(re.findall(r"^  (--[a-z][a-z-]*)", ask(*words, "--help"), re.MULTILINE))


def test_every_exit_code_and_every_variable_is_explained():
    codes = [value for name, value in vars(exit_codes).items() if name.isupper() and isinstance(value, int)]
    assert codes and all(f"\n| {code} |" in COMMAND_LINE for code in codes)
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "retro").rglob("*.py")]
    variables = {name for source in sources for name in re.findall(r"\bRETRO_[A-Z]+", source)}
    assert variables == set(re.findall(r"^\| `(RETRO_[A-Z]+)`", COMMAND_LINE, re.MULTILINE))


def test_names_of_the_package_exist():
    """`retro.game.score` and the like, in pages and in docstrings."""
    files = [path for folder in ("retro", "games", "examples") for path in (ROOT / folder).rglob("*.py")]
    files += DOCS.rglob("*.md")
    names = {name for file in files for name in re.findall(r"`(retro(?:\.\w+)+)`", file.read_text(encoding="utf-8"))}
    others = {"retro.games", "retro.yaml"}  # the group of entry points, a file
    for name in names - others:
        assert pkgutil.resolve_name(name), name

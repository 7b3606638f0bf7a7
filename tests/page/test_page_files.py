"""The files of the page: built from these sources, complete in both languages, and restricted to the server."""

import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from retro.game import Game, plugins
from retro.serve import guard, page, plugin_words
from retro.serve.app import make
from retro.serve.open_databases import OpenDatabases
from retro.system.errors import GameError

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
SECTION = re.compile(r"^(?=(?://|/\*) (?:source|style|words|node_modules)/)", re.MULTILINE)
BUILT = json.loads((WEB / "built.json").read_text(encoding="utf-8"))
ENGLISH, JAPANESE = (json.loads((WEB / "words" / f"{name}.json").read_text(encoding="utf-8")) for name in ("en", "ja"))


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def sections(path):
    """Returns the sections of a built file, by their names in built.json."""
    for section in filter(None, re.split(SECTION, path.read_text(encoding="utf-8"))):
        title = re.match(r"(?://|/\*) (\S+)", section) if re.match(SECTION, section) else None
        yield f"{path.name} {title[1]}" if title else path.name, hashlib.sha256(section.encode()).hexdigest()


def test_the_served_files_were_built_from_these_sources():
    """The build writes checksums of sources and files, so this test needs no node."""
    remedy = "build it again: cd web && npm ci && npm run build"
    sources = [each for folder in ("source", "style", "words") for each in (WEB / folder).iterdir()]
    sources += [WEB / name for name in ("build.js", "icon.svg", "index.html", "package.json", "package-lock.json")]
    assert {path.relative_to(WEB).as_posix(): digest(path) for path in sources} == BUILT["sources"], remedy
    built = dict(section for path in page.FILES.iterdir() for section in sections(path))
    assert built == BUILT["files"], remedy


@pytest.mark.skipif(
    not (shutil.which("node") and (WEB / "node_modules").is_dir()), reason="there is no node, or no web/node_modules"
)
def test_building_again_makes_the_same_files(tmp_path):
    subprocess.run(["node", "build.js", str(tmp_path)], cwd=WEB, check=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        path.name: path.read_bytes() for path in page.FILES.iterdir()
    }


def test_both_languages_have_the_same_texts_with_the_same_blanks():
    singular = {name for name in ENGLISH if name.endswith(".one")}  # which Japanese has not
    assert set(JAPANESE) == set(ENGLISH) - singular
    for name, text in JAPANESE.items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", ENGLISH[name])), name


def test_translated_errors_are_those_of_the_server():
    """Each fixed part of a translated error is in the sources, apart from line breaks."""
    errors = json.loads((WEB / "words" / "errors_ja.json").read_text(encoding="utf-8"))
    rooms = [ROOT / "retro" / room for room in ("serve", "game", "play", "puzzles", "system")]
    code = "".join(path.read_text(encoding="utf-8") for room in rooms for path in room.rglob("*.py"))
    code = re.sub(r"{[^{}]*}", "{}", re.sub(r'"\s*\n\s*f?"', "", code))
    for english, japanese in errors.items():
        assert set(re.findall(r"{\w+}", japanese)) <= set(re.findall(r"{\w+}", english)), english
        for part in re.split(r"{\w+}", english):
            assert len(part) < 6 or part.strip(" :") in code, part


def test_every_text_is_used_and_defined():
    code = "\n".join(path.read_text(encoding="utf-8") for path in (WEB / "source").iterdir())
    used = set(re.findall(r'\bt\("([^"]+)"', code))
    assert used <= set(ENGLISH)
    patterns = [re.sub(r"\\\$\\{[^}]*\\}|\$\{[^}]*\}", ".+", name) for name in re.findall(r"\bt\(`([^`]+)`", code)]
    loose = set(re.findall(r'"([^"\n]+)"', code))
    idle = [
        name
        for name in ENGLISH
        if name.removesuffix(".one") not in used | loose
        and not any(re.fullmatch(pattern, name.removesuffix(".one")) for pattern in patterns)
    ]
    assert idle == []


def test_licences_of_bundled_libraries_are_served():
    licences = (page.FILES / "licences.txt").read_text(encoding="utf-8")
    for name in json.loads((WEB / "package.json").read_text(encoding="utf-8"))["dependencies"]:
        assert re.search(rf"^{re.escape(name)} \d+\.\d+", licences, re.MULTILINE), name
    assert "MIT License" in licences and "Apache License" in licences


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    return TestClient(make(OpenDatabases(tmp_path_factory.mktemp("empty")), "127.0.0.1"), base_url="http://127.0.0.1")


def test_the_page_may_run_its_own_scripts_and_styles_and_no_others(client):
    for name in ("/", *(f"/page/{name}" for name in page.files())):
        answer = client.get(name)
        assert answer.status_code == 200
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        others = {name: each for name, each in guard.HEADERS.items() if name != "Content-Security-Policy"}
        assert others == {name: answer.headers[name] for name in others}
    text = client.get("/").text
    assert "<style" not in text and "style=" not in text and re.findall(r"<script[^>]*>(.*?)</script>", text) == [""]
    assert not re.search(r"""(?:src|href)=["'](?:\w+:)?//""", text)


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", "%2e%2e/guard.py", "nothing.js", "page.js%00", "."])
def test_nothing_but_the_files_of_the_page_is_served(client, name):
    assert client.get(f"/page/{name}").status_code == 404


@pytest.mark.parametrize("name", ["ostle", "lgame", "british_square"])
def test_games_have_japanese_for_all_texts(name):
    game = plugins.load(name)
    translations = plugin_words.words(game)["ja"]
    choices = [choice for each in game.options for choice in each.choices if isinstance(choice, str)]
    texts = [game.title, *game.notes, *choices, *(text for each in game.options for text in (each.name, each.help))]
    assert [text for text in texts if text not in translations] == []


def test_ostle_names_both_readings_of_rule_8():
    translations = plugin_words.words(plugins.load("ostle"))
    assert {"rule8=paper", "rule8=exact"} <= set(translations["ja"]) & set(translations["en"])


@pytest.mark.parametrize("text", ["{", "[]", '{"ja": []}', '{"ja": {"Ostle": 5}}'])
def test_malformed_words_are_one_line(tmp_path, monkeypatch, text):
    (tmp_path / "wordy").mkdir()
    (tmp_path / "wordy" / "__init__.py").touch()
    (tmp_path / "wordy" / plugin_words.WORDS_FILE).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    game = Game(name="wordy", title="Wordy", package="wordy")
    with pytest.raises(GameError, match=r"plugin wordy: words\.json"):
        plugin_words.words(game)

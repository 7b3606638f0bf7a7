"""Reads databases of retro in formats 3 and 4 without importing retro, as docs/reference/database.md specifies them.

database = Database("/home/me/.local/share/retro/lgame")
database.value(17)
"""

import hashlib
import json
import struct
from pathlib import Path

import numpy as np
import zstandard


class Frames:
    """A file in the zstd seekable format: its frames by number."""

    def __init__(self, path):
        self.file = Path(path).open("rb")
        end = self.file.seek(0, 2)
        self.file.seek(end - 9)
        count, descriptor, magic = struct.unpack("<IBI", self.file.read(9))
        assert magic == 0x8F92EAB1 and descriptor == 0x80
        self.file.seek(end - 9 - 12 * count)
        self.entries = np.frombuffer(self.file.read(12 * count), "<u4").reshape(count, 3)
        self.starts = np.concatenate(([0], np.cumsum(self.entries[:, 0], dtype=np.int64)))

    def __len__(self):
        return len(self.entries)

    def plain(self, number):
        """Returns the plain bytes of a frame."""
        self.file.seek(self.starts[number])
        data = zstandard.ZstdDecompressor().decompress(self.file.read(self.entries[number, 0]))
        assert len(data) == self.entries[number, 1]
        return data


class Database:
    """The records of a database, by slot."""

    def __init__(self, path):
        self.path = Path(path)
        self.manifest = json.loads((self.path / "manifest.json").read_text(encoding="utf-8"))
        assert self.manifest["format"] in (3, 4)
        self.key_bits = self.manifest.get("key_bits", 0)
        self.frames = Frames(self.path / "values.zst")
        self.keys = Frames(self.path / "keys.zst") if "keys.zst" in self.manifest["files"] else None

    def check(self):
        """Raises AssertionError if a file differs from the manifest."""
        for name, listed in self.manifest["files"].items():
            data = (self.path / name).read_bytes()
            assert len(data) == listed["bytes"] and hashlib.sha256(data).hexdigest() == listed["sha256"]
        text = (self.path / "manifest.json").read_bytes()
        body = text[: text.rindex(b',\n "checksum"')]
        assert hashlib.sha256(body).hexdigest() == self.manifest["checksum"]

    def block(self, number):
        """Returns arrays of best value, second value (both packed) and only move (code, -1 for none) of a frame."""
        data, about = self.frames.plain(number), self.manifest
        value = np.dtype(f"<u{about['value_bytes']}")
        code = np.dtype("<u1" if about["codes"] < 256 else "<u2")
        values = np.array(about["values"])
        if not about["repetition"]:
            best = values[np.frombuffer(data, value)]
            return best, best, np.full(len(best), -1)
        count = len(data) // (2 * value.itemsize + code.itemsize)
        first = np.frombuffer(data, value, count)
        following = np.frombuffer(data, value, count, value.itemsize * count).astype(int)
        only_move = np.frombuffer(data, code, count, 2 * value.itemsize * count).astype(int) - 1
        best = values[first]
        return best, np.where(only_move < 0, best, values[np.maximum(following - 1, 0)]), only_move

    def packed(self, index, forbidden=-1):
        """Returns the packed value of a state: a slot and the code of the move forbidden in its canonical position."""
        number, record = divmod(index, self.manifest["block"])
        best, second, only_move = self.block(number)
        return int(second[record] if forbidden != -1 and forbidden == only_move[record] else best[record])

    def value(self, index, forbidden=-1):
        """Returns the value of a state, as `words` does."""
        return self.words(self.packed(index, forbidden))

    def words(self, packed):
        """Returns a packed value as a pair: outcome and DTM, or points and distance; None where there are no plies."""
        if self.manifest["scores"]:
            distance = packed >> 15
            return (packed & 2**15 - 1) - 2**14, (distance // 2 - 1 if distance else None)
        if packed >= 3 * 2**29:
            return ("loss", "win", "draw")[packed - 3 * 2**29], None
        if packed >= 2**29:
            return "draw", packed % 2**29 // 2 - 1
        if packed < 2:
            return "draw", None
        return ("win" if packed % 2 else "loss"), packed // 2 - 1

    def distance(self, index):
        """Returns the plies from the start to a slot, or None if it cannot be reached; requires `retro reach`."""
        number, offset = divmod(index, 65536)
        width = json.loads((self.path / "reach.json").read_text()).get("distance_bytes", 1)
        plies = int(np.frombuffer(Frames(self.path / "distances.zst").plain(number), f"<u{width}")[offset])
        return None if plies == 256**width - 1 else plies

    def key_block(self, number):
        """Returns the keys of a frame, in the order of slots."""
        words = self.word_block(number)
        return words & (1 << self.key_bits) - 1 if self.key_bits else words

    def word_block(self, number):
        """Returns the words of a frame, in ascending order."""
        planes = np.frombuffer(self.keys.plain(number), np.uint8).reshape(8, -1)
        return np.cumsum(np.ascontiguousarray(planes.T).view("<i8").ravel())

    def find(self, key, tier=0):
        """Returns the slot of a key in a database of enumerated positions; -1 if it has none.

        ``tier`` is that of the position, which format 4 requires.
        """
        word = tier << self.key_bits | key if self.key_bits else key
        firsts = np.frombuffer(self.keys.plain(len(self.keys) - 1), "<i8")
        number = int(np.searchsorted(firsts, word, side="right")) - 1
        if number < 0:
            return -1
        words = self.word_block(number)
        offset = int(np.searchsorted(words, word))
        return number * self.manifest["block"] + offset if offset < len(words) and words[offset] == word else -1

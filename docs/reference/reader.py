"""Reads databases of retro in format 5 without importing retro, as docs/reference/database.md specifies them.

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
        assert self.manifest["format"] == 5
        self.key_bits = self.manifest["key_bits"]
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
        assert self.content() == self.manifest["content"]

    def content(self):
        """Returns the digest of the content, in hexadecimal: all records, in order of slots."""
        digest = hashlib.sha256()
        for planes in map(self.block, range(len(self.frames))):
            for start in range(0, len(planes[0]), 16384):
                best, second, only_move = (plane[start : start + 16384] for plane in planes)
                plain = (
                    best.astype("<i4").tobytes() + second.astype("<i4").tobytes() + only_move.astype("<i2").tobytes()
                )
                digest.update(hashlib.sha256(plain).digest())
        return digest.hexdigest()

    def block(self, number):
        """Returns arrays of best value, second value and only move (code, -1 for none) of a frame."""
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

    def number(self, index, forbidden=-1):
        """Returns the value of a state, as an integer: a slot and the code of the move forbidden in its canonical
        position. It is for the player to move, also where scores are for the first player.
        """
        number, record = divmod(index, self.manifest["block"])
        best, second, only_move = self.block(number)
        return int(second[record] if forbidden != -1 and forbidden == only_move[record] else best[record])

    def value(self, index, forbidden=-1):
        """Returns the value of a state, as `words` does."""
        return self.words(self.number(index, forbidden))

    def words(self, number):
        """Returns a value as a pair: outcome and plies, or points and plies; None where there are no plies."""
        stride = 2 ** self.manifest["ply_bits"]
        points = (number + stride // 2) // stride
        near = abs(number - points * stride)
        plies = stride // 2 - 1 - near if near else None
        if self.manifest["scores"]:
            return points, plies
        return ("draw" if points == 0 else "win" if points > 0 else "loss"), plies

    def distance(self, index):
        """Returns the plies from the start to a slot, or None if it cannot be reached; requires `retro reach`."""
        frames = Frames(self.path / "distances.zst")
        width = json.loads((self.path / "reach.json").read_text()).get("distance_bytes", 1)
        number, offset = divmod(index, int(frames.entries[0, 1]) // width)
        plies = int(np.frombuffer(frames.plain(number), f"<u{width}")[offset])
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

        ``tier`` is that of the position, which is required if words have tiers (``key_bits`` is not 0).
        """
        word = tier << self.key_bits | key if self.key_bits else key
        firsts = np.frombuffer(self.keys.plain(len(self.keys) - 1), "<i8")
        number = int(np.searchsorted(firsts, word, side="right")) - 1
        if number < 0:
            return -1
        words = self.word_block(number)
        offset = int(np.searchsorted(words, word))
        return number * self.manifest["block"] + offset if offset < len(words) and words[offset] == word else -1

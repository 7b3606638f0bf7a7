"""Compressed frames that are appended to a file while a run goes on, and can be read at once.

    header 0 | frame 0 | header 1 | frame 1 | ...

    header    magic 0x184D2A50   u32    a skippable frame: the ordinary zstd tool passes over it
              12                 u32    bytes that follow
              3 u32                     compressed bytes of the frame, plain bytes, low half of the XXH64 of these

All little-endian. Bytes that are written never change, and there is no table at the end: after a crash the file holds
all frames that were on disk before. The checkpoint says how many of them count; the rest is cut off when the run
resumes.
"""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
from array import array
from pathlib import Path

from retro.storage import readable
from retro.storage.seekable import MAX_FRAME_BYTES, Frame, FrameFile
from retro.system.files import WritableFile, check_ordinary, space_for

ENTRY = 4
RESTART = "--restart begins anew"
_HEADER = struct.Struct("<IIIII")
_MAGIC, _FOLLOWING = 0x184D2A50, 12


class GrowingFrames(FrameFile, WritableFile):
    """Frames in the file ``path``, or in one without a name if it is None; one thread appends, any number of them read.

    The file begins with the ``frames`` that it has already; others, or another file, are discarded.
    """

    def __init__(self, path: Path | None, frames: int = 0, *, reading: bool = False) -> None:
        """Damaged if the file does not have so many frames; DatabaseError if something else is at ``path``.

        With ``reading``, the file does not change, and nothing can be appended.
        """
        super().__init__(path or Path(tempfile.gettempdir()), RESTART)
        self._entries = array("Q")
        """By frame, ENTRY numbers: its offset, compressed bytes, plain bytes, and checksum."""
        self._end = 0
        if path is None:
            with space_for(self._path, 1), tempfile.TemporaryFile() as file:
                self._descriptor = os.dup(file.fileno())
            return
        check_ordinary(path)
        flags = os.O_RDONLY if reading else os.O_RDWR | os.O_CREAT
        with readable(path, RESTART), space_for(path, 1):
            self._descriptor = os.open(path, flags | os.O_CLOEXEC, 0o644)
        try:
            if frames:
                self._find(frames)
            if not reading:
                os.truncate(self._descriptor, self._end)
        except BaseException:
            self.close()
            raise

    def __len__(self) -> int:
        return len(self._entries) // ENTRY

    def append(self, frame: Frame) -> None:
        """Appends a frame. ResourceError if the disk is full."""
        data, plain, checksum = frame
        header = _HEADER.pack(_MAGIC, _FOLLOWING, len(data), plain, checksum)
        os.lseek(self._descriptor, self._end, os.SEEK_SET)
        self.write(header + data)
        self._entries.extend((self._end + _HEADER.size, len(data), plain, checksum))
        self._end += _HEADER.size + len(data)

    def frame(self, number: int) -> bytes:
        """Returns the plain bytes of a frame; errors as from `FrameFile.read_frame`."""
        offset, length, plain_bytes, checksum = self._entries[ENTRY * number : ENTRY * (number + 1)]
        return self.read_frame(number, offset, length, plain_bytes, checksum)

    def _find(self, frames: int) -> None:
        """Reads the headers of the first ``frames``."""
        length = os.fstat(self._descriptor).st_size
        if not length:
            raise self.damaged("it is empty")
        with mmap.mmap(self._descriptor, length, access=mmap.ACCESS_READ) as data:
            while len(self) < frames:
                if self._end + _HEADER.size > length:
                    raise self.damaged(f"it has {len(self):,} frames, not {frames:,}")
                magic, following, compressed, plain, checksum = _HEADER.unpack_from(data, self._end)
                start = self._end + _HEADER.size
                if (magic, following) != (_MAGIC, _FOLLOWING) or plain > MAX_FRAME_BYTES or start + compressed > length:
                    raise self.damaged(f"frame {len(self):,} is not what was written")
                self._entries.extend((start, compressed, plain, checksum))
                self._end = start + compressed

"""Marks at the beginning of files that are not text."""

from collections.abc import Callable

_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"{\\rtf", "application/rtf"),
    (0, b"\x89PNG\r\n", "image/png"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"II*\x00", "image/tiff"),
    (0, b"MM\x00*", "image/tiff"),
    (0, b"\x00\x00\x01\x00", "image/x-icon"),
    (0, b"8BPS", "image/vnd.adobe.photoshop"),
    (0, b"AT&TFORM", "image/vnd.djvu"),
    (8, b"WEBP", "image/webp"),
    (6, b"\x00\x00\x00\x00", "image/bmp"),  # with BM in front
    (8, b"WAVE", "audio/wav"),
    (8, b"AVI ", "video/x-msvideo"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"OggS", "audio/ogg"),
    (0, b"fLaC", "audio/flac"),
    (0, b"MThd", "audio/midi"),
    (0, b"#!AMR", "audio/amr"),
    (4, b"ftyp", "video/mp4"),
    (4, b"moov", "video/quicktime"),
    (0, b"\x1aE\xdf\xa3", "video/webm"),
    (0, b"FLV\x01", "video/x-flv"),
    (0, b"\x00\x00\x01\xba", "video/mpeg"),
    (0, b"\x00\x00\x01\xb3", "video/mpeg"),
    (0, b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "video/x-ms-asf"),
    (0, b".RMF", "application/vnd.rn-realmedia"),
    (0, b"FWS", "application/x-shockwave-flash"),
    (0, b"CWS", "application/x-shockwave-flash"),
    (0, b"wOFF", "font/woff"),
    (0, b"wOF2", "font/woff2"),
    (0, b"OTTO\x00", "font/otf"),
    (0, b"\x00\x01\x00\x00\x00", "font/ttf"),
    (0, b"ttcf\x00", "font/collection"),
    (34, b"LP", "application/vnd.ms-fontobject"),
    (0, b"PK\x05\x06", "application/zip"),  # an empty one
    (0, b"\x1f\x8b\x08", "application/gzip"),
    (0, b"BZh", "application/x-bzip2"),
    (0, b"\xfd7zXZ\x00", "application/x-xz"),
    (0, b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (0, b"Rar!\x1a\x07", "application/vnd.rar"),
    (0, b"\x28\xb5\x2f\xfd", "application/zstd"),
    (0, b"MSCF\x00\x00", "application/vnd.ms-cab-compressed"),
    (257, b"ustar", "application/x-tar"),
    (0, b"\x7fELF", "application/x-executable"),
    (0, b"\xca\xfe\xba\xbe", "application/java-vm"),
    (0, b"\x00asm", "application/wasm"),
    (0, b"SQLite format 3\x00", "application/vnd.sqlite3"),
    (0, b"%!PS", "application/postscript"),
    (0, b"MZ", "application/x-msdownload"),
)
# A few marks are so short that text could begin with them: they need a second witness.
_WITNESS: dict[str, Callable[[bytes], bool]] = {
    "image/bmp": lambda head: head.startswith(b"BM"),
    "application/x-msdownload": lambda head: b"\x00" in head[:64],
    "application/x-shockwave-flash": lambda head: len(head) > 3 and head[3] < 32,
    "application/x-bzip2": lambda head: head[4:10] == b"1AY&SY",
    "audio/mpeg": lambda head: b"\x00" in head[:512] or head.startswith(b"ID3"),
    "application/vnd.ms-fontobject": lambda head: head[:2] != b"LP" and b"\x00\x00" in head[:12],
    "image/webp": lambda head: head.startswith(b"RIFF"),
    "audio/wav": lambda head: head.startswith(b"RIFF"),
    "video/x-msvideo": lambda head: head.startswith(b"RIFF"),
    "video/quicktime": lambda head: head[0] == 0,
    "video/mp4": lambda head: head[0] == 0,
}


def by_magic(head: bytes) -> str | None:
    """The media type that a file's first bytes prove, None if they prove nothing."""
    for offset, mark, kind in _MAGIC:
        if head.startswith(mark, offset) and (kind not in _WITNESS or _WITNESS[kind](head)):
            return kind
    return None

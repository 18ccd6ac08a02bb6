"""Which content types may hold text. What is unclear is fetched: a lost document is worse than a wasted request."""

import re
from functools import lru_cache


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TEXTUAL = _words("""
    text/html text/plain text/xml text/csv text/tab-separated-values text/rtf text/richtext text/markdown
    text/calendar text/sgml
    application/xhtml+xml application/xml application/json application/ld+json application/rtf application/pdf
    application/x-pdf application/msword application/vnd.ms-excel application/msexcel application/x-msexcel
    application/vnd.ms-powerpoint application/mspowerpoint application/rss+xml application/atom+xml application/rdf+xml
    application/sparql-results+xml application/csv application/x-ndjson
""")
_TEXTUAL_ENDINGS = ("+xml", "+json")
_TEXTUAL_BEGINNINGS = ("application/vnd.openxmlformats-officedocument.", "application/vnd.oasis.opendocument.",
                       "application/vnd.ms-excel.", "application/vnd.ms-word.", "application/vnd.ms-powerpoint.")

_NOT_TEXT_FAMILIES = ("image/", "video/", "audio/", "font/", "model/", "x-world/", "chemical/", "application/font",
                      "application/x-font", "application/vnd.rn-real", "application/x-pkcs", "application/pkcs",
                      "application/pgp", "application/vnd.android", "application/x-mpeg", "application/x-director")
_NOT_TEXT = _words("""
    text/css text/javascript text/ecmascript text/x-javascript text/jscript text/dns text/x-component
    text/cache-manifest application/javascript application/x-javascript application/ecmascript application/x-ecmascript
    application/x-shockwave-flash application/x-silverlight-app application/x-java-applet application/java-archive
    application/java-vm application/x-java-archive application/wasm application/ogg application/mp4 application/x-ogg
    application/vnd.ms-fontobject application/vnd.apple.mpegurl application/x-mms-framed application/vnd.ms-asf
    application/x-tar application/x-gtar application/x-rar-compressed application/x-rar application/vnd.rar
    application/x-7z-compressed application/x-bzip application/x-bzip2 application/x-xz application/x-lzh
    application/x-ace-compressed application/x-stuffit application/vnd.ms-cab-compressed application/x-iso9660-image
    application/x-apple-diskimage application/x-debian-package application/x-rpm application/x-redhat-package-manager
    application/x-msdownload application/x-msdos-program application/x-executable application/x-msi
    application/x-bittorrent application/x-x509-ca-cert application/x-sh application/x-photoshop application/photoshop
    application/postscript application/illustrator application/x-font-ttf application/acad application/dxf
    css javascript x-javascript x-shockwave-flash jpeg jpg gif png
""")

_NOT_TEXT_EXTENSIONS = _words("""
    jpg jpeg jpe jfif gif png bmp ico tif tiff webp svg svgz psd ai eps ps cdr raw cr2 nef heic avif djvu
    mp3 mp4 m4a m4v m4p mpg mpeg mpe avi mov wmv wma wav ogg ogv oga flv f4v webm mkv 3gp aac flac mid midi ram rm asf
    asx m3u m3u8 pls swf
    css js mjs map woff woff2 ttf otf eot
    zip gz tgz bz2 xz tar rar 7z ace cab arj lzh jar war iso dmg img bin exe msi deb rpm apk dll so class xpi crx
    torrent dwg dxf dgn stl shp dbf mdb accdb sqlite pfx p12 p7b p7s crt cer der asc sig bdoc ddoc asice
""")

# The last extension of the last segment of the path; the address may have a query or a fragment.
_EXTENSION = re.compile(rb"\A[^?#]*/[^/?#]*\.([A-Za-z0-9]{1,5})(?:;[^/?#]*)?(?:[?#]|\Z)").match


@lru_cache(maxsize=4096)
def type_may_hold_text(media_type: str) -> bool | None:
    """Yes or no, or None if the type does not tell: `unknown`, `excel`, or what servers give to anything.

    >>> type_may_hold_text("text/html"), type_may_hold_text("image/png"), type_may_hold_text("application/octet-stream")
    (True, False, None)
    """
    if media_type in _TEXTUAL or media_type.startswith(_TEXTUAL_BEGINNINGS):
        return True
    if media_type in _NOT_TEXT or media_type.startswith(_NOT_TEXT_FAMILIES):
        return False
    return True if media_type.endswith(_TEXTUAL_ENDINGS) else None


def extension_may_hold_text(address: bytes) -> bool:
    """The address's word, where the type does not tell.

    >>> extension_may_hold_text(b"http://a.ee/plan.xls"), extension_may_hold_text(b"http://a.ee/logo.GIF?v=2")
    (True, False)
    """
    extension = _EXTENSION(address)
    return extension is None or extension[1].decode("ascii").lower() not in _NOT_TEXT_EXTENSIONS

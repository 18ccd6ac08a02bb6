"""Text: what a reader would see of a document, in which encoding and language, out of any bytes."""

from estner_ops.text.detect import detect
from estner_ops.text.extract import extract
from estner_ops.text.language import check_languages

__all__ = ["check_languages", "detect", "extract"]

"""Text: what a reader would see of a document, in which encoding and language, out of any bytes."""

from estner_ops.text.detect import detect
from estner_ops.text.extract import extract

__all__ = ["detect", "extract"]

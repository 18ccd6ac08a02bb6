"""Fetching: polite, safe, and the same bytes for everybody after it."""

from estner_ops.fetch.browse import Browser
from estner_ops.fetch.crawl import fetch_sources

__all__ = ["Browser", "fetch_sources"]

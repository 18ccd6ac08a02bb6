"""A small web of Estonian public-sector documents with known names, and servers that misbehave, on loopback."""

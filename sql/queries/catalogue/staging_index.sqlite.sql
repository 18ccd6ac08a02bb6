-- SQLite joins by loops: without this, every staged row would be compared with every other.
CREATE INDEX IF NOT EXISTS staged_by_url ON staged (url_sha224)

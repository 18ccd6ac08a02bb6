-- Documents, versions and events without foreign keys. PostgreSQL looks every key of every row up by itself, and locks the
-- row it finds by writing to it: two thirds of the time of a load. The load itself takes all keys from the rows that they
-- mean, in one transaction; nothing else writes here, and nothing is ever deleted.
-- Each table is copied: SQLite cannot drop a constraint.

CREATE TABLE copied AS SELECT * FROM events;
DROP TABLE events;
CREATE TABLE events (
  document_id INTEGER NOT NULL,
  checked_at BIGINT NOT NULL,
  run_id INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  detail TEXT NOT NULL,
  status INTEGER,
  PRIMARY KEY (document_id, checked_at)
);
INSERT INTO events SELECT * FROM copied;
DROP TABLE copied;

CREATE TABLE copied AS SELECT * FROM versions;
DROP TABLE versions;
CREATE TABLE versions (
  document_id INTEGER NOT NULL,
  fetched_at BIGINT NOT NULL,
  run_id INTEGER NOT NULL,
  sha224 TEXT NOT NULL,
  text_sha224 TEXT,
  outcome TEXT NOT NULL,
  status INTEGER,
  final_url TEXT NOT NULL,
  redirects TEXT NOT NULL,
  headers TEXT NOT NULL,
  media_type TEXT NOT NULL,
  encoding TEXT NOT NULL,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  characters BIGINT NOT NULL,
  mentions INTEGER NOT NULL,
  warc TEXT NOT NULL,
  warc_offset BIGINT NOT NULL,
  warc_length BIGINT NOT NULL,
  PRIMARY KEY (document_id, fetched_at)
);
INSERT INTO versions SELECT * FROM copied;
DROP TABLE copied;

CREATE TABLE copied AS SELECT * FROM documents;
DROP TABLE documents;
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  url_sha224 TEXT NOT NULL UNIQUE,
  url TEXT NOT NULL,
  original_url TEXT NOT NULL,
  host_id INTEGER NOT NULL,
  run_id INTEGER NOT NULL,
  checked_at BIGINT NOT NULL,
  outcome TEXT NOT NULL,
  detail TEXT NOT NULL,
  status INTEGER,
  final_url TEXT NOT NULL,
  standing TEXT NOT NULL,
  availability TEXT NOT NULL,
  first_at BIGINT NOT NULL,
  checks INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  text_changes INTEGER NOT NULL,
  gone_times INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  due_at BIGINT NOT NULL,
  version_at BIGINT NOT NULL,
  version_outcome TEXT NOT NULL,
  state TEXT NOT NULL,
  sha224 TEXT NOT NULL,
  text_sha224 TEXT,
  etag TEXT,
  last_modified TEXT,
  media_type TEXT NOT NULL,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  characters BIGINT NOT NULL,
  mentions INTEGER NOT NULL,
  sha1 TEXT NOT NULL DEFAULT ''
);
INSERT INTO documents SELECT * FROM copied;
DROP TABLE copied;

CREATE INDEX documents_by_version ON documents (version_at, id);
CREATE INDEX documents_by_check ON documents (checked_at, id);
CREATE INDEX documents_by_bytes ON documents (bytes, id);
CREATE INDEX documents_by_mentions ON documents (mentions, id);
CREATE INDEX documents_by_address ON documents (host_id, substr(url, 1, 200), id);
CREATE INDEX documents_by_standing ON documents (standing);
CREATE INDEX documents_by_media_type ON documents (media_type);
CREATE INDEX documents_by_language ON documents (language);
CREATE INDEX documents_by_due ON documents (due_at, id);

-- Documents, their versions and what happened to them.
-- Times are microseconds since 1970 in UTC: both databases count with them, and they equal those of the shard tables.

-- The codes of outcomes.py, loaded at every sync, so that queries can ask what a code means.
CREATE TABLE outcomes (
  code TEXT PRIMARY KEY,
  stage TEXT NOT NULL,
  sentence TEXT NOT NULL,
  availability TEXT NOT NULL,
  retry INTEGER NOT NULL
);

CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  run TEXT NOT NULL UNIQUE
);

-- A segment is loaded once and whole: its name is entered in the transaction that loads it.
CREATE TABLE segments (
  path TEXT PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs (id),
  documents INTEGER NOT NULL
);

CREATE TABLE hosts (
  id INTEGER PRIMARY KEY,
  host TEXT NOT NULL UNIQUE,
  stale INTEGER NOT NULL DEFAULT 0 -- how often it has got new versions since its metadata was published
);

CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  url_sha224 TEXT NOT NULL UNIQUE, -- the URL itself may be longer than an index takes
  url TEXT NOT NULL,
  original_url TEXT NOT NULL,
  host_id INTEGER NOT NULL REFERENCES hosts (id),
  -- the last check
  run_id INTEGER NOT NULL REFERENCES runs (id),
  checked_at BIGINT NOT NULL,
  outcome TEXT NOT NULL,
  detail TEXT NOT NULL,
  status INTEGER,
  final_url TEXT NOT NULL, -- which address answered, when one last did
  -- what the checks add up to
  standing TEXT NOT NULL, -- the outcome that holds now: "unchanged" says nothing, that of the unchanged version does
  availability TEXT NOT NULL,
  first_at BIGINT NOT NULL,
  checks INTEGER NOT NULL,
  changes INTEGER NOT NULL, -- versions after the first
  text_changes INTEGER NOT NULL, -- of these, the ones whose text differs
  gone_times INTEGER NOT NULL, -- gone since the last sign of life; from the second on it is not in the graph
  failures INTEGER NOT NULL, -- unreachable since it was last reached
  due_at BIGINT NOT NULL, -- to be checked again
  -- its newest version
  version_at BIGINT NOT NULL, -- that of the first check as long as nothing was received; then sha224 is empty
  version_outcome TEXT NOT NULL, -- what came of reading it
  state TEXT NOT NULL, -- the newest outcome that says what names it holds; with "read" they are in the graph
  sha224 TEXT NOT NULL,
  text_sha224 TEXT,
  etag TEXT,
  last_modified TEXT,
  media_type TEXT NOT NULL,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  characters BIGINT NOT NULL,
  mentions INTEGER NOT NULL
);

CREATE TABLE versions (
  document_id INTEGER NOT NULL REFERENCES documents (id),
  fetched_at BIGINT NOT NULL,
  run_id INTEGER NOT NULL REFERENCES runs (id),
  sha224 TEXT NOT NULL,
  text_sha224 TEXT,
  outcome TEXT NOT NULL,
  status INTEGER,
  final_url TEXT NOT NULL,
  redirects TEXT NOT NULL, -- JSON
  headers TEXT NOT NULL, -- JSON: [[name, value], …]
  media_type TEXT NOT NULL,
  encoding TEXT NOT NULL,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  characters BIGINT NOT NULL,
  mentions INTEGER NOT NULL,
  warc TEXT NOT NULL, -- path in the store
  warc_offset BIGINT NOT NULL,
  warc_length BIGINT NOT NULL,
  PRIMARY KEY (document_id, fetched_at)
);

-- What happened to a document, except that nothing did.
CREATE TABLE events (
  document_id INTEGER NOT NULL REFERENCES documents (id),
  checked_at BIGINT NOT NULL,
  run_id INTEGER NOT NULL REFERENCES runs (id),
  outcome TEXT NOT NULL,
  detail TEXT NOT NULL,
  status INTEGER,
  PRIMARY KEY (document_id, checked_at)
);

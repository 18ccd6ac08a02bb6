-- What makes browsing and choosing due documents a matter of milliseconds with millions of documents.

-- Counts of each host's documents by everything one can filter by; counted anew for hosts of which a sync changed
-- something. changed, received, named: 0 or 1, whether it has changed, was ever received, and holds names; version_day:
-- days since 1970.
CREATE TABLE tallies (
  host_id INTEGER NOT NULL REFERENCES hosts (id),
  media_type TEXT NOT NULL,
  language TEXT NOT NULL,
  standing TEXT NOT NULL,
  availability TEXT NOT NULL,
  changed INTEGER NOT NULL,
  received INTEGER NOT NULL,
  named INTEGER NOT NULL,
  version_day INTEGER NOT NULL,
  documents BIGINT NOT NULL,
  bytes BIGINT NOT NULL,
  PRIMARY KEY (host_id, media_type, language, standing, availability, changed, received, named, version_day)
);

-- The same of all hosts together.
CREATE TABLE overview (
  media_type TEXT NOT NULL,
  language TEXT NOT NULL,
  standing TEXT NOT NULL,
  availability TEXT NOT NULL,
  changed INTEGER NOT NULL,
  received INTEGER NOT NULL,
  named INTEGER NOT NULL,
  version_day INTEGER NOT NULL,
  documents BIGINT NOT NULL,
  bytes BIGINT NOT NULL,
  PRIMARY KEY (media_type, language, standing, availability, changed, received, named, version_day)
);

ALTER TABLE hosts ADD COLUMN uncounted INTEGER NOT NULL DEFAULT 1; -- its tallies are older than its documents
ALTER TABLE hosts ADD COLUMN documents BIGINT NOT NULL DEFAULT 0;

-- One for each order of a list. A URL may be longer than an index of PostgreSQL takes.
CREATE INDEX documents_by_version ON documents (version_at, id);
CREATE INDEX documents_by_check ON documents (checked_at, id);
CREATE INDEX documents_by_bytes ON documents (bytes, id);
CREATE INDEX documents_by_mentions ON documents (mentions, id);
CREATE INDEX documents_by_address ON documents (host_id, substr(url, 1, 200), id);
-- One for each filter that can leave few documents.
CREATE INDEX documents_by_standing ON documents (standing);
CREATE INDEX documents_by_media_type ON documents (media_type);
CREATE INDEX documents_by_language ON documents (language);
-- For the update.
CREATE INDEX documents_by_due ON documents (due_at, id);

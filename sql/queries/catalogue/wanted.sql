-- Hosts and content types that an update is restricted to; each connection has its own.
CREATE TEMPORARY TABLE IF NOT EXISTS wanted (kind TEXT NOT NULL, name TEXT NOT NULL)

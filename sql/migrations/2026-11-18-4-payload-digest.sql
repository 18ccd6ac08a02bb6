-- SHA-1 in Base32 of the newest version's payload as it was sent: what a 304's record in the archive refers to by.
-- Empty for versions that were loaded before.
ALTER TABLE documents ADD COLUMN sha1 TEXT NOT NULL DEFAULT '';

-- Hosts whose published metadata will no longer be all there is.
UPDATE hosts SET stale = stale + 1 WHERE host IN (SELECT host FROM staged WHERE is_version = 1)

SELECT id, stale FROM hosts WHERE stale > 0 AND id > :after ORDER BY id LIMIT :most

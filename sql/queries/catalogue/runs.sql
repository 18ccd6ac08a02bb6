SELECT id, run, kind, log_path, started_at, finished_at, lines, shards, workers, documents, changed, moved, errors, mentions,
       triples, bytes, stored_bytes, requests, cpu_seconds, cost, currency
FROM runs WHERE :run IS NULL OR run = :run ORDER BY started_at DESC, id DESC LIMIT :most

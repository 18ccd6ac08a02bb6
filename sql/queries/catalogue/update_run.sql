UPDATE runs SET
  kind = :kind, log_path = :log_path, started_at = :started_at, finished_at = :finished_at, lines = :lines,
  shards = :shards, workers = :workers, documents = :documents, changed = :changed, errors = :errors,
  mentions = :mentions, triples = :triples, bytes = :bytes, stored_bytes = :stored_bytes, requests = :requests,
  cpu_seconds = :cpu_seconds, cost = :cost, currency = :currency
WHERE id = :run_id

INSERT INTO migrations (name, sha224, applied_at) VALUES (:name, :sha224, :applied_at)

INSERT INTO wanted (kind, name) VALUES (:kind, :name)

SELECT id FROM runs WHERE run = :run

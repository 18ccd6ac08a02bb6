SELECT path FROM segments WHERE run_id = :run_id

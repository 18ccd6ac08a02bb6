UPDATE hosts SET stale = 0 WHERE id = :host_id

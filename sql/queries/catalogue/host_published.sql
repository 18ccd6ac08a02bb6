-- Unless a sync has brought more versions since the file was read.
UPDATE hosts SET stale = 0 WHERE id = :id AND stale = :stale

-- One sync at a time: ids are counted up from the largest.
SELECT pg_advisory_xact_lock(3741)

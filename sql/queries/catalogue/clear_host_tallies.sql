DELETE FROM host_tallies WHERE host_id IN (SELECT id FROM hosts WHERE uncounted = 1)

UPDATE hosts SET uncounted = 0,
  documents = (SELECT coalesce(sum(t.documents), 0) FROM tallies AS t WHERE t.host_id = hosts.id)
WHERE uncounted = 1

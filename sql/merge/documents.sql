-- The documents of the release: those whose newest state is a version that was read, and that are not gone.
-- * A state is a version that was read, or one that certainly holds no names. Failures and "nothing changed" are none.
-- * Gone: the server said so twice after the last sign of life. One 404 may be an accident.
-- * `since` is when this version was first seen without another between: reading the same bytes again changes nothing.
CREATE TABLE documents AS
WITH life AS (
  SELECT iri, max(fetched_at) FILTER (list_contains($alive, outcome)) AS last_alive
  FROM checks WHERE iri IS NOT NULL GROUP BY iri
), gone AS (
  SELECT iri FROM checks JOIN life USING (iri)
  WHERE list_contains($gone, outcome) AND fetched_at > coalesce(last_alive, 0)
  GROUP BY iri HAVING count(DISTINCT fetched_at) >= 2
), newest AS (
  SELECT * FROM checks
  WHERE iri IS NOT NULL AND list_contains($states, outcome)
  QUALIFY row_number() OVER (PARTITION BY iri ORDER BY fetched_at DESC, outcome = 'read' DESC, sha224, url, run,
                             mentions_path) = 1
), history AS (
  SELECT c.iri, min(c.fetched_at) FILTER (c.outcome = 'read') AS first_read,
         max(c.fetched_at) FILTER (c.sha224 <> n.sha224) AS last_other
  FROM checks AS c JOIN newest AS n USING (iri)
  WHERE list_contains($states, c.outcome) AND c.fetched_at <= n.fetched_at
  GROUP BY c.iri
), streak AS (
  SELECT c.iri, min(c.fetched_at) AS since, arg_min(c.run, struct_pack(f := c.fetched_at, r := c.run)) AS run
  FROM checks AS c JOIN newest AS n USING (iri) JOIN history AS h USING (iri)
  WHERE c.outcome = 'read' AND c.sha224 = n.sha224 AND c.fetched_at > coalesce(h.last_other, -1)
  GROUP BY c.iri
)
SELECT row_number() OVER (ORDER BY n.iri || '>') AS id,
       n.iri, n.url, n.sha224, n.mentions_path, coalesce(s.run, n.run) AS run, n.host, n.bytes, n.media_type, n.language,
       n.characters, left(clean(n.title), 500) AS title, h.first_read, coalesce(s.since, n.fetched_at) AS since,
       $base || '/version/' || left(sha256(n.iri || ' ' || n.sha224), 40) AS version,
       coalesce(CASE WHEN m.said BETWEEN 631152000000000 AND n.fetched_at THEN m.said END, s.since, n.fetched_at)
         AS modified  -- what the server says, if it lies between 1990 and now
FROM newest AS n JOIN history AS h USING (iri) LEFT JOIN streak AS s USING (iri),
  LATERAL (SELECT epoch_us(try_strptime(n.last_modified, '%a, %d %b %Y %H:%M:%S GMT')) AS said) AS m
WHERE n.outcome = 'read' AND n.iri NOT IN (SELECT iri FROM gone)
ORDER BY id;

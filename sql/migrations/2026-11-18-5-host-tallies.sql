-- The tallies of each host whatever the day: part of a host's name is mostly asked for without one, and may be part of
-- half of the names. The index holds all that is asked for, so that the table itself is not looked at.
CREATE TABLE host_tallies (
  host_id INTEGER NOT NULL REFERENCES hosts (id),
  media_type TEXT NOT NULL,
  language TEXT NOT NULL,
  standing TEXT NOT NULL,
  availability TEXT NOT NULL,
  changed INTEGER NOT NULL,
  received INTEGER NOT NULL,
  named INTEGER NOT NULL,
  documents BIGINT NOT NULL
);

INSERT INTO host_tallies
SELECT host_id, media_type, language, standing, availability, changed, received, named, sum(documents)
FROM tallies GROUP BY host_id, media_type, language, standing, availability, changed, received, named;

CREATE INDEX host_tallies_whole ON host_tallies
  (host_id, media_type, language, standing, availability, changed, received, named, documents);

-- The hosts with the most documents.
SELECT host, documents FROM hosts WHERE documents > 0 ORDER BY documents DESC, host LIMIT :most

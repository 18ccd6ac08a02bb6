-- As rows of an RDF Patch: D for deleted, A for added.
SELECT sign || ' ' || line || chr(10) AS text FROM changed ORDER BY line, sign;

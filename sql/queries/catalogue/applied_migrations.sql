SELECT name, sha224 FROM migrations ORDER BY name

-- The files of mentions that hold at least one current version.
SELECT DISTINCT mentions_path FROM documents ORDER BY mentions_path;

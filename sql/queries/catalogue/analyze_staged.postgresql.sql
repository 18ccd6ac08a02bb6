-- The columns that statements join and choose by; of the others only the sampling would be felt.
ANALYZE staged (document_id, is_version, url_sha224, host, outcome)

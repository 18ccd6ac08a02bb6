-- The sources of a plan in the order in which shards read them: by shard, in it host by host, in a host as in the log.
SELECT place.shard, place.host, source.* EXCLUDE (host)
FROM read_parquet($sources, file_row_number = true) AS source
JOIN place ON place.number = source.host
ORDER BY place.shard, place.rank, source.file_row_number

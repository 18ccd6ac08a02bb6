ANALYZE staged

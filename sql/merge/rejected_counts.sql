SELECT reason, count(*) FROM rejected GROUP BY reason ORDER BY reason;

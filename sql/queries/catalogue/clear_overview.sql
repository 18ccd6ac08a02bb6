DELETE FROM overview

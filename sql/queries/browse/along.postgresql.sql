-- For the rest of this transaction plans follow the index of the order. Left to itself the planner takes several filters
-- for rarer than they are, reads all documents and sorts them.
SELECT set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
       set_config('enable_bitmapscan', 'off', true)

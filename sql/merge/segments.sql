-- The segments to merge: their files on this machine, and the run that wrote them.
CREATE TABLE segments AS
SELECT unnest($documents) AS documents, unnest($mentions) AS mentions, unnest($runs) AS run;

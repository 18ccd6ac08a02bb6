-- One mention per place: a document that stands twice in one segment must count once.
DELETE FROM mentions WHERE rowid IN (
  SELECT m.rowid FROM mentions AS m SEMI JOIN (
    SELECT document, start, stop FROM mentions GROUP BY ALL HAVING count(*) > 1
  ) AS twice USING (document, start, stop)
  QUALIFY row_number() OVER (PARTITION BY document, start, stop ORDER BY form, confidence, snippet) > 1
);

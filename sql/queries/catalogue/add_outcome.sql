INSERT INTO outcomes (code, stage, sentence, availability, retry)
VALUES (:code, :stage, :sentence, :availability, :retry)
ON CONFLICT (code) DO UPDATE SET stage = excluded.stage, sentence = excluded.sentence,
  availability = excluded.availability, retry = excluded.retry

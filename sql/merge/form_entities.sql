CREATE TABLE form_entities AS
SELECT n.id AS form, e.id AS entity, n.decided_by FROM named AS n JOIN entities AS e USING (iri);

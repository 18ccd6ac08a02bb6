-- Which entity is mentioned on which page.
CREATE TABLE sites AS
SELECT DISTINCT f.entity, m.document FROM mentions AS m JOIN form_entities AS f USING (form)
ORDER BY f.entity, m.document;

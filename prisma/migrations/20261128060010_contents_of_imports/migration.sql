-- Who uploaded the file of an import, if another user ran its dry run: addresses count as proven only if
-- both are administrators. Without a foreign key: an uploader who was erased must not look like none.
-- What the accepted rows bring, shown before a dry run is imported; null in imports of an older version.
ALTER TABLE user_imports ADD COLUMN uploaded_by uuid,
  ADD COLUMN verified integer,
  ADD COLUMN with_password integer,
  ADD COLUMN with_roles integer;

-- Who uploaded the file of an import, if another user ran its dry run: addresses count as proven only if
-- both are administrators. Without a foreign key: an uploader who was erased must not look like none.
-- What the accepted rows bring, shown before a dry run is imported. `counted`: how many of the processed rows
-- are in these counts. A version without the columns may process others beside this one, or before it.
ALTER TABLE user_imports ADD COLUMN uploaded_by uuid,
  ADD COLUMN counted integer NOT NULL DEFAULT 0,
  ADD COLUMN verified integer NOT NULL DEFAULT 0,
  ADD COLUMN with_password integer NOT NULL DEFAULT 0,
  ADD COLUMN with_roles integer NOT NULL DEFAULT 0;

-- Noted by the database, so that it is also right for what an older version beside this one runs.
CREATE FUNCTION note_uploader() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.uploaded_by := OLD.actor_id;
  RETURN NEW;
END $$;
CREATE TRIGGER user_imports_uploader BEFORE UPDATE OF actor_id ON user_imports FOR EACH ROW
  WHEN (NEW.actor_id <> OLD.actor_id AND NEW.uploaded_by IS NULL) EXECUTE FUNCTION note_uploader();

-- Who uploaded the file of an import, if another user ran its dry run: addresses count as proven only if
-- both are administrators. Without a foreign key: an uploader who was erased must not look like none.
-- What the accepted rows bring, shown before a dry run is imported; null in imports of an older version.
ALTER TABLE user_imports ADD COLUMN uploaded_by uuid,
  ADD COLUMN verified integer,
  ADD COLUMN with_password integer,
  ADD COLUMN with_roles integer;

-- A version without these columns may run beside this one. The uploader is therefore noted by the database.
CREATE FUNCTION note_uploader() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.uploaded_by := OLD.actor_id;
  RETURN NEW;
END $$;
CREATE TRIGGER user_imports_uploader BEFORE UPDATE OF actor_id ON user_imports FOR EACH ROW
  WHEN (NEW.actor_id <> OLD.actor_id AND NEW.uploaded_by IS NULL) EXECUTE FUNCTION note_uploader();

-- And counts that such a version leaves behind while it processes rows or restarts are unknown from then on,
-- rather than too low. A trigger fires if its column is in the statement, even with the value it had; the
-- first one notes that for the second, which runs after it because of its name.
CREATE FUNCTION note_contents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('gatehouse.contents_counted', NEW.id::text, true);
  RETURN NEW;
END $$;
CREATE FUNCTION drop_stale_contents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('gatehouse.contents_counted', true) IS DISTINCT FROM NEW.id::text THEN
    NEW.verified := NULL;
    NEW.with_password := NULL;
    NEW.with_roles := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER user_imports_contents_1_counted BEFORE UPDATE OF verified ON user_imports
  FOR EACH ROW EXECUTE FUNCTION note_contents();
CREATE TRIGGER user_imports_contents_2_stale BEFORE UPDATE OF processed ON user_imports
  FOR EACH ROW WHEN (NEW.processed <> OLD.processed) EXECUTE FUNCTION drop_stale_contents();

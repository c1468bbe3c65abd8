-- When an import or a bulk action was started. “This wasn't me” stops what was started since, and a dry
-- run or draft may be older. Set by the database, so that it is right for what an older version starts
-- that runs beside this one.
ALTER TABLE user_imports ADD COLUMN started_at timestamptz(3);
ALTER TABLE bulk_actions ADD COLUMN started_at timestamptz(3);

-- For work in progress, the start is unknown. A value that is too late at worst stops the work, which can
-- be started again.
UPDATE user_imports SET started_at = updated_at WHERE status IN ('queued', 'running');
UPDATE bulk_actions SET started_at = updated_at WHERE status IN ('queued', 'running');

CREATE FUNCTION note_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.started_at := NEW.updated_at;
  RETURN NEW;
END $$;
CREATE TRIGGER user_imports_start BEFORE UPDATE OF status ON user_imports FOR EACH ROW
  WHEN (NEW.status = 'queued' AND OLD.status <> 'queued') EXECUTE FUNCTION note_start();
CREATE TRIGGER bulk_actions_start BEFORE UPDATE OF status ON bulk_actions FOR EACH ROW
  WHEN (NEW.status = 'queued' AND OLD.status <> 'queued') EXECUTE FUNCTION note_start();

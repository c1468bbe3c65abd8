-- Third step: the table with the existing records becomes the first partition of a new table of the same name. Nothing is copied
-- or scanned, and its indexes are attached, so the exclusive lock lasts milliseconds.

-- The instant of a UUIDv7.
CREATE FUNCTION audit_id_time(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
$$;

DO $$
DECLARE
  bound text;
  index_name name;
BEGIN
  PERFORM audit_lock_patiently('audit_records');
  SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}') INTO bound
    FROM pg_constraint WHERE conname = 'audit_records_before' AND conrelid = 'audit_records'::regclass;
  IF bound IS NULL THEN
    -- Without records, months can begin at once.
    bound := audit_first_id(audit_month(now(), CASE WHEN EXISTS (SELECT FROM audit_records) THEN 2 ELSE 0 END));
  END IF;
  PERFORM set_config('audit0031.bound', bound, true);
  ALTER TABLE audit_records RENAME TO audit_records_history;
  FOR index_name IN SELECT indexrelid::regclass::name FROM pg_index WHERE indrelid = 'audit_records_history'::regclass LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', index_name, replace(index_name, 'audit_records_', 'audit_records_history_'));
  END LOOP;
END;
$$;
DROP TRIGGER audit_records_no_change ON "audit_records_history";
DROP TRIGGER audit_records_only_erasure ON "audit_records_history";
DROP TRIGGER audit_records_wait ON "audit_records_history";
DROP TRIGGER audit_records_queue_event ON "audit_records_history";

CREATE TABLE "audit_records" (
    LIKE "audit_records_history" INCLUDING DEFAULTS,
    CONSTRAINT "audit_records_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");
CREATE INDEX "audit_records_occurred_at_id_idx" ON "audit_records"("occurred_at" DESC, "id" DESC);
CREATE INDEX "audit_records_actor_id_occurred_at_id_idx" ON "audit_records"("actor_id", "occurred_at" DESC, "id" DESC);
CREATE INDEX "audit_records_action_occurred_at_id_idx" ON "audit_records"("action", "occurred_at" DESC, "id" DESC);
CREATE INDEX "audit_records_target_id_occurred_at_id_idx" ON "audit_records"("target_id", "occurred_at" DESC, "id" DESC);
CREATE INDEX "audit_records_ip_occurred_at_id_idx" ON "audit_records"("ip", "occurred_at" DESC, "id" DESC);
CREATE INDEX "audit_records_resource_idx" ON "audit_records"(split_part("action", '.', 1), "occurred_at" DESC, "id" DESC);
CREATE INDEX "audit_records_entries_idx" ON "audit_records"("occurred_at" DESC, "id" DESC)
  WHERE "action" NOT IN ('user.imported', 'user_import.finished', 'user_import.stopped');
CREATE INDEX "audit_records_actor_entries_idx" ON "audit_records"("actor_id", "occurred_at" DESC, "id" DESC)
  WHERE "action" NOT IN ('user.imported', 'user_import.finished', 'user_import.stopped');
CREATE INDEX "audit_records_import_idx" ON "audit_records"(("details" ->> 'import_id'), "occurred_at" DESC, "id" DESC)
  WHERE "action" = 'user.imported';

-- Catches what belongs to no month: a clock that is wrong, or months that were not created in time. An action never fails for want
-- of a partition.
CREATE TABLE "audit_records_default" (LIKE "audit_records" INCLUDING ALL);
DO $$
DECLARE
  limit_id uuid := current_setting('audit0031.bound');
BEGIN
  IF EXISTS (SELECT FROM audit_records_history WHERE id >= limit_id) THEN
    WITH moved AS (DELETE FROM audit_records_history WHERE id >= limit_id RETURNING *)
    INSERT INTO audit_records_default SELECT * FROM moved;
  END IF;
  EXECUTE format('ALTER TABLE audit_records ATTACH PARTITION audit_records_history FOR VALUES FROM (MINVALUE) TO (%L)', limit_id);
END;
$$;
ALTER TABLE "audit_records" ATTACH PARTITION "audit_records_default" DEFAULT;
ALTER TABLE "audit_records_history" DROP CONSTRAINT IF EXISTS audit_records_before;

CREATE TRIGGER audit_records_no_change BEFORE DELETE ON "audit_records"
  FOR EACH ROW EXECUTE FUNCTION audit_records_are_append_only();
CREATE TRIGGER audit_records_only_erasure BEFORE UPDATE ON "audit_records"
  FOR EACH ROW EXECUTE FUNCTION audit_records_may_be_erased();
CREATE TRIGGER audit_records_wait AFTER INSERT ON "audit_records"
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit_records_wait_for_seal();
CREATE TRIGGER audit_records_queue_event AFTER INSERT ON "audit_records" FOR EACH ROW
  WHEN (NEW.outcome = 'ok' AND NEW.target_type IS NOT NULL AND split_part(NEW.action, '.', 1) <> 'session')
  EXECUTE FUNCTION audit_records_queue_event();
-- A partition doesn't inherit this one. The history has it already.
CREATE TRIGGER audit_records_no_truncate BEFORE TRUNCATE ON "audit_records"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_records_are_append_only();
CREATE TRIGGER audit_records_no_truncate BEFORE TRUNCATE ON "audit_records_default"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_records_are_append_only();

-- The partitions and the ids they hold: from `ids_from` (null: all below), below `ids_to` (null: the default partition).
CREATE VIEW "audit_partitions" AS
  SELECT c.relname::text AS name,
    substring(pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \(''([0-9a-f-]{36})''\)')::uuid AS ids_from,
    substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([0-9a-f-]{36})''\)')::uuid AS ids_to
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit_records'::regclass;

-- Creates the months up to that of an instant that no partition holds yet, and returns how many. Records that the default partition
-- caught move to their month.
CREATE FUNCTION audit_add_months(until timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  starts timestamptz;
  first_id uuid;
  end_id uuid;
  name text;
  added integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(7270703);
  SELECT audit_id_time(ids_to) INTO starts FROM audit_partitions WHERE ids_to IS NOT NULL ORDER BY ids_to DESC LIMIT 1;
  IF starts <= until THEN
    LOCK TABLE audit_records_default IN ACCESS EXCLUSIVE MODE;
  END IF;
  WHILE starts <= until LOOP
    first_id := audit_first_id(starts);
    end_id := audit_first_id(audit_month(starts, 1));
    name := 'audit_records_' || to_char(starts AT TIME ZONE 'UTC', '"y"YYYY"m"MM');
    EXECUTE format('CREATE TABLE %I (LIKE audit_records INCLUDING ALL)', name);
    IF EXISTS (SELECT FROM audit_records_default WHERE id >= first_id AND id < end_id) THEN
      ALTER TABLE audit_records_default DISABLE TRIGGER audit_records_no_change;
      EXECUTE format('WITH moved AS (DELETE FROM audit_records_default WHERE id >= %L AND id < %L RETURNING *)
        INSERT INTO %I SELECT * FROM moved', first_id, end_id, name);
      ALTER TABLE audit_records_default ENABLE TRIGGER audit_records_no_change;
    END IF;
    EXECUTE format('ALTER TABLE audit_records ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first_id, end_id);
    EXECUTE format('CREATE TRIGGER audit_records_no_truncate BEFORE TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION audit_records_are_append_only()', name);
    added := added + 1;
    starts := audit_month(starts, 1);
  END LOOP;
  RETURN added;
END;
$$;
SELECT audit_add_months(now() + interval '2 months');

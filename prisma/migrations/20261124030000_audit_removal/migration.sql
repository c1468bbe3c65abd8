-- Removing whole months of the audit trail (docs/decisions/0031-audit-partitions.md).

-- A removed part of the chain, under a MAC: the walk continues after it. One removal leaves several where seals of another month are
-- in between. `record_id` is the record that states the removal.
CREATE TABLE "audit_anchors" (
    "first_seq" BIGINT NOT NULL,
    "last_seq" BIGINT NOT NULL,
    "previous_mac" BYTEA NOT NULL,
    "last_mac" BYTEA NOT NULL,
    "ids_from" UUID NOT NULL,
    "ids_to" UUID NOT NULL,
    "record_id" UUID NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,
    "key_id" TEXT NOT NULL,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "audit_anchors_pkey" PRIMARY KEY ("first_seq"),
    CONSTRAINT "audit_anchors_range" CHECK ("first_seq" > 0 AND "last_seq" >= "first_seq")
);
CREATE TRIGGER audit_anchors_no_change BEFORE UPDATE OR DELETE ON "audit_anchors"
  FOR EACH ROW EXECUTE FUNCTION audit_records_are_append_only();
CREATE TRIGGER audit_anchors_no_truncate BEFORE TRUNCATE ON "audit_anchors"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_records_are_append_only();

-- What remains to be done after a removal: delete seals and salts, then drop the detached table.
CREATE TABLE "audit_removals" (
    "record_id" UUID NOT NULL,
    "table_name" TEXT NOT NULL,
    "ids_from" UUID NOT NULL,
    "ids_to" UUID NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,
    "cleaned_at" TIMESTAMPTZ(3),
    "dropped_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_removals_pkey" PRIMARY KEY ("record_id")
);

-- Detaches a partition, which keeps its records under the name that is returned. Null: it is not attached, another instance did it.
CREATE FUNCTION audit_detach(part text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  removed text := replace(part, 'audit_records_', 'audit_removed_');
BEGIN
  PERFORM pg_advisory_xact_lock(7270703);
  IF NOT EXISTS (SELECT FROM audit_partitions p WHERE p.name = part AND p.ids_to IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  EXECUTE format('ALTER TABLE audit_records DETACH PARTITION %I', part);
  EXECUTE format('ALTER TABLE %I RENAME TO %I', part, removed);
  RETURN removed;
END;
$$;

-- A seal goes only if an anchor stands for it. Whether the anchor is genuine is what a verification finds out.
CREATE FUNCTION audit_seals_follow_anchors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.seq <= (SELECT last_seq FROM audit_anchors WHERE first_seq <= OLD.seq ORDER BY first_seq DESC LIMIT 1) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit records are append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;
DROP TRIGGER audit_seals_no_change ON "audit_seals";
CREATE TRIGGER audit_seals_no_update BEFORE UPDATE ON "audit_seals"
  FOR EACH ROW EXECUTE FUNCTION audit_records_are_append_only();
CREATE TRIGGER audit_seals_no_delete BEFORE DELETE ON "audit_seals"
  FOR EACH ROW EXECUTE FUNCTION audit_seals_follow_anchors();
DROP TRIGGER audit_reseals_no_change ON "audit_reseals";
CREATE TRIGGER audit_reseals_no_update BEFORE UPDATE ON "audit_reseals"
  FOR EACH ROW EXECUTE FUNCTION audit_records_are_append_only();
CREATE TRIGGER audit_reseals_no_delete BEFORE DELETE ON "audit_reseals"
  FOR EACH ROW EXECUTE FUNCTION audit_seals_follow_anchors();

-- A salt goes after the values it was for, or with its record.
CREATE OR REPLACE FUNCTION audit_salts_follow_values() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  erased boolean := (SELECT a.details ? 'erased_by' FROM audit_records a WHERE a.id = OLD.record_id);
BEGIN
  IF erased OR erased IS NULL
    AND EXISTS (SELECT FROM audit_anchors WHERE OLD.record_id >= ids_from AND OLD.record_id < ids_to)
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit records are append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;

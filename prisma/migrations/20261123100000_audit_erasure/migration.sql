-- Replaces f20c5937be98add21d6c98a5741ba3b6b043f3efb3a941bf32d3acc533b28470
-- Erasing personal values of audit records (docs/decisions/0030-audit-erasure.md). A seal covers a salted digest of the address,
-- the agent and the details instead of the values, so that the chain still verifies when values and salt are gone.
-- Null: sealed over the values themselves, by a build before this one.
ALTER TABLE "audit_seals" ADD COLUMN "personal_digest" BYTEA;

CREATE TABLE "audit_salts" (
    "record_id" UUID NOT NULL,
    "salt" BYTEA NOT NULL,

    CONSTRAINT "audit_salts_pkey" PRIMARY KEY ("record_id"),
    CONSTRAINT "audit_salts_salt_length" CHECK (length("salt") = 32)
);

-- The second seal of a record whose first one covers the values themselves.
CREATE TABLE "audit_reseals" (
    "seq" BIGINT NOT NULL,
    "personal_digest" BYTEA NOT NULL,
    "row_mac" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,

    CONSTRAINT "audit_reseals_pkey" PRIMARY KEY ("seq")
);

-- One row: how far sealing again has come, and what it did since its last checkpoint.
CREATE TABLE "audit_reseal_progress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "done_up_to" BIGINT NOT NULL DEFAULT 0,
    "resealed" INTEGER NOT NULL DEFAULT 0,
    "unverified" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "audit_reseal_progress_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "audit_reseal_progress_one_row" CHECK ("id" = 1)
);
INSERT INTO "audit_reseal_progress" DEFAULT VALUES;

-- The erasures in progress and done; the record says when and whose.
CREATE TABLE "audit_erasures" (
    "record_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "up_to" TIMESTAMPTZ(3) NOT NULL,
    "tried_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_erasures_pkey" PRIMARY KEY ("record_id")
);
CREATE INDEX "audit_erasures_waiting_idx" ON "audit_erasures"("tried_at" NULLS FIRST) WHERE "finished_at" IS NULL;

-- One row: the deletions of accounts up to here have been taken for erasure.
CREATE TABLE "audit_erasure_progress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity',
    "record_id" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',

    CONSTRAINT "audit_erasure_progress_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "audit_erasure_progress_one_row" CHECK ("id" = 1)
);
INSERT INTO "audit_erasure_progress" DEFAULT VALUES;

-- The only change to a record: its personal values give way to the ID of the record of an erasure that is about the same user.
CREATE FUNCTION audit_records_may_be_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.action <> 'audit.erased' AND NOT OLD.details ? 'erased_by'
    AND (NEW.id, NEW.occurred_at, NEW.action, NEW.outcome, NEW.actor_id, NEW.target_type, NEW.target_id, NEW.request_id)
      IS NOT DISTINCT FROM
      (OLD.id, OLD.occurred_at, OLD.action, OLD.outcome, OLD.actor_id, OLD.target_type, OLD.target_id, OLD.request_id)
    AND NEW.ip IS NULL AND NEW.user_agent IS NULL
    AND NEW.details = jsonb_build_object('erased_by', NEW.details ->> 'erased_by')
    AND EXISTS (
      SELECT FROM audit_records e WHERE e.id = (NEW.details ->> 'erased_by')::uuid AND e.action = 'audit.erased'
        AND e.target_id IN (OLD.target_id, OLD.actor_id::text))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit records are append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;
DROP TRIGGER audit_records_no_change ON "audit_records";
CREATE TRIGGER audit_records_no_change BEFORE DELETE ON "audit_records"
  FOR EACH ROW EXECUTE FUNCTION audit_records_are_append_only();
CREATE TRIGGER audit_records_only_erasure BEFORE UPDATE ON "audit_records"
  FOR EACH ROW EXECUTE FUNCTION audit_records_may_be_erased();

-- A salt goes only after the values it was for.
CREATE FUNCTION audit_salts_follow_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM audit_records a WHERE a.id = OLD.record_id AND a.details ? 'erased_by') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit records are append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;
CREATE TRIGGER audit_salts_no_delete BEFORE DELETE ON "audit_salts"
  FOR EACH ROW EXECUTE FUNCTION audit_salts_follow_values();
CREATE TRIGGER audit_salts_no_update BEFORE UPDATE ON "audit_salts"
  FOR EACH ROW EXECUTE FUNCTION audit_records_are_append_only();
CREATE TRIGGER audit_salts_no_truncate BEFORE TRUNCATE ON "audit_salts"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_records_are_append_only();
CREATE TRIGGER audit_reseals_no_change BEFORE UPDATE OR DELETE ON "audit_reseals"
  FOR EACH ROW EXECUTE FUNCTION audit_records_are_append_only();
CREATE TRIGGER audit_reseals_no_truncate BEFORE TRUNCATE ON "audit_reseals"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_records_are_append_only();

-- The chain over the audit trail: one row a record, in the order of sealing.
CREATE TABLE "audit_seals" (
    "seq" BIGINT NOT NULL,
    "record_id" UUID NOT NULL,
    "row_mac" BYTEA NOT NULL,
    "mac" BYTEA NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_seals_pkey" PRIMARY KEY ("seq"),
    CONSTRAINT "audit_seals_seq_positive" CHECK ("seq" > 0)
);
CREATE UNIQUE INDEX "audit_seals_record_id_key" ON "audit_seals"("record_id");

-- What waits for its seal. A record enters in its own transaction, so that one which is committed late is missed by nobody.
CREATE TABLE "audit_unsealed" (
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "record_id" UUID NOT NULL,

    CONSTRAINT "audit_unsealed_pkey" PRIMARY KEY ("occurred_at", "record_id")
);

CREATE FUNCTION audit_records_wait_for_seal() RETURNS trigger AS $$
BEGIN
  INSERT INTO audit_unsealed (occurred_at, record_id) SELECT occurred_at, id FROM fresh;
  RETURN NULL;
END;
$$ LANGUAGE plpgsql;

CREATE TRIGGER audit_records_wait AFTER INSERT ON "audit_records"
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION audit_records_wait_for_seal();

INSERT INTO "audit_unsealed" ("occurred_at", "record_id") SELECT "occurred_at", "id" FROM "audit_records";

CREATE TRIGGER audit_seals_no_change BEFORE UPDATE OR DELETE ON "audit_seals"
  FOR EACH ROW EXECUTE FUNCTION audit_records_are_append_only();
CREATE TRIGGER audit_seals_no_truncate BEFORE TRUNCATE ON "audit_seals"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_records_are_append_only();

-- One index for each filter, each in the order of the list: a page is one range of one of them, however many records there are.
DROP INDEX "audit_records_occurred_at_idx";
DROP INDEX "audit_records_actor_id_occurred_at_idx";
CREATE INDEX "audit_records_occurred_at_id_idx" ON "audit_records"("occurred_at" DESC, "id" DESC);
CREATE INDEX "audit_records_actor_id_occurred_at_id_idx" ON "audit_records"("actor_id", "occurred_at" DESC, "id" DESC);
CREATE INDEX "audit_records_action_occurred_at_id_idx" ON "audit_records"("action", "occurred_at" DESC, "id" DESC);
CREATE INDEX "audit_records_target_id_occurred_at_id_idx" ON "audit_records"("target_id", "occurred_at" DESC, "id" DESC);
CREATE INDEX "audit_records_ip_occurred_at_id_idx" ON "audit_records"("ip", "occurred_at" DESC, "id" DESC);
-- `session.*`
CREATE INDEX "audit_records_resource_idx" ON "audit_records"(split_part("action", '.', 1), "occurred_at" DESC, "id" DESC);

-- Erasing deleted accounts (docs/decisions/0036-account-erasure.md).

-- When the account was deleted; its grace time begins then. Null for accounts deleted before this column existed: nothing has
-- written to them since, so updated_at says it. Set by the database, because instances of the previous build delete too.
ALTER TABLE "users" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
CREATE FUNCTION users_note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.deleted_at := CASE WHEN NEW.status = 'deleted' THEN NEW.updated_at END;
  RETURN NEW;
END $$;
CREATE TRIGGER users_note_deletion BEFORE UPDATE OF "status" ON "users" FOR EACH ROW
  WHEN ((OLD.status = 'deleted') IS DISTINCT FROM (NEW.status = 'deleted'))
  EXECUTE FUNCTION users_note_deletion();

-- Addresses that an account had and had verified, so that its erasure also finds what names them. Deleted with the account.
CREATE TABLE "former_addresses" (
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,

    CONSTRAINT "former_addresses_pkey" PRIMARY KEY ("user_id", "email")
);
ALTER TABLE "former_addresses" ADD CONSTRAINT "former_addresses_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE FUNCTION users_keep_former_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_addresses (user_id, email) VALUES (OLD.id, OLD.email) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER users_keep_former_address AFTER UPDATE OF "email" ON "users" FOR EACH ROW
  WHEN (OLD.email IS DISTINCT FROM NEW.email AND OLD.email_verified_at IS NOT NULL)
  EXECUTE FUNCTION users_keep_former_address();

-- One row per erased account, kept: which accounts to erase again after an earlier backup was restored.
CREATE TABLE "account_erasures" (
    "user_id" UUID NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,
    -- The audit record that erases the values of others.
    "record_id" UUID NOT NULL,
    -- What is still to be searched for; emptied when the erasure is finished.
    "addresses" TEXT[] NOT NULL,
    "own_addresses" TEXT[] NOT NULL,
    "tried_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_erasures_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "account_erasures_finished_check" CHECK (
      "finished_at" IS NULL OR ("addresses" = '{}' AND "own_addresses" = '{}'))
);
CREATE INDEX "account_erasures_waiting_idx" ON "account_erasures"("tried_at" NULLS FIRST) WHERE "finished_at" IS NULL;

-- Payments outlive their owner and keep the ID.
ALTER TABLE "payments" DROP CONSTRAINT "payments_owner_id_fkey";
ALTER TABLE "payment_refunds" DROP CONSTRAINT "payment_refunds_requested_by_fkey";

-- A file whose owner was erased has none until its bytes are gone. Logos belong to the service.
ALTER TABLE "uploads" ALTER COLUMN "user_id" DROP NOT NULL;
ALTER TABLE "uploads" DROP CONSTRAINT "uploads_user_id_fkey";
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_check"
  CHECK ("user_id" IS NOT NULL OR "status" = 'deleting' OR "purpose" = 'logo') NOT VALID;

-- A record that only names the user is erased if the erasure lists it.
CREATE OR REPLACE FUNCTION audit_records_may_be_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.action <> 'audit.erased' AND NOT OLD.details ? 'erased_by'
    AND (NEW.id, NEW.occurred_at, NEW.action, NEW.outcome, NEW.actor_id, NEW.target_type, NEW.target_id, NEW.request_id)
      IS NOT DISTINCT FROM
      (OLD.id, OLD.occurred_at, OLD.action, OLD.outcome, OLD.actor_id, OLD.target_type, OLD.target_id, OLD.request_id)
    AND NEW.ip IS NULL AND NEW.user_agent IS NULL
    AND NEW.details = jsonb_build_object('erased_by', NEW.details ->> 'erased_by')
    AND EXISTS (
      SELECT FROM audit_records e WHERE e.id = (NEW.details ->> 'erased_by')::uuid AND e.action = 'audit.erased'
        AND (e.target_id IN (OLD.target_id, OLD.actor_id::text) OR e.details -> 'records' ? OLD.id::text))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit records are append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;

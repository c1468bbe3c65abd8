CREATE TYPE "payment_status" AS ENUM
  ('requires_action', 'processing', 'succeeded', 'failed', 'canceled', 'refunded', 'partially_refunded');
CREATE TYPE "refund_status" AS ENUM ('pending', 'succeeded', 'failed');

-- Amounts are integers in the minor unit of the currency. The constraints hold whatever the code does: nothing is captured beyond
-- the amount, nothing is refunded beyond what was captured, and a status agrees with its amounts.
CREATE TABLE "payments" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "status" "payment_status" NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "captured_amount" BIGINT NOT NULL DEFAULT 0,
    "refunding_amount" BIGINT NOT NULL DEFAULT 0,
    "refunded_amount" BIGINT NOT NULL DEFAULT 0,
    "provider" TEXT NOT NULL,
    "provider_reference" TEXT,
    "payment_method_token" TEXT,
    "redirect_url" TEXT,
    "return_url" TEXT NOT NULL,
    "failure_code" TEXT,
    "idempotency_key_hash" BYTEA NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "changed_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "next_check_at" TIMESTAMPTZ(3),

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "payments_amount_check" CHECK ("amount" BETWEEN 1 AND 99999999),
    CONSTRAINT "payments_currency_check" CHECK ("currency" ~ '^[A-Z]{3}$'),
    CONSTRAINT "payments_captured_check" CHECK ("captured_amount" BETWEEN 0 AND "amount"),
    CONSTRAINT "payments_refunded_check" CHECK (
      "refunded_amount" >= 0 AND "refunding_amount" >= 0
      AND "refunded_amount" + "refunding_amount" <= "captured_amount"),
    CONSTRAINT "payments_status_check" CHECK (CASE "status"
      WHEN 'succeeded' THEN "captured_amount" > 0 AND "refunded_amount" = 0
      WHEN 'partially_refunded' THEN "refunded_amount" > 0 AND "refunded_amount" < "captured_amount"
      WHEN 'refunded' THEN "captured_amount" > 0 AND "refunded_amount" = "captured_amount"
      ELSE "captured_amount" = 0 END),
    -- Whatever may still change is looked at again.
    CONSTRAINT "payments_next_check_check" CHECK (
      "status" NOT IN ('processing', 'requires_action') OR "next_check_at" IS NOT NULL)
);
ALTER TABLE "payments" ADD CONSTRAINT "payments_owner_id_fkey"
  FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX "payments_owner_id_idempotency_key_hash_key" ON "payments"("owner_id", "idempotency_key_hash");
CREATE UNIQUE INDEX "payments_provider_provider_reference_key" ON "payments"("provider", "provider_reference");
CREATE INDEX "payments_owner_id_id_idx" ON "payments"("owner_id", "id");
CREATE INDEX "payments_status_id_idx" ON "payments"("status", "id");
CREATE INDEX "payments_next_check_at_idx" ON "payments"("next_check_at");

-- Every status a payment has had, written by the trigger below.
CREATE TABLE "payment_events" (
    "id" BIGINT GENERATED ALWAYS AS IDENTITY,
    "payment_id" UUID NOT NULL,
    "status" "payment_status" NOT NULL,
    "captured_amount" BIGINT NOT NULL,
    "refunded_amount" BIGINT NOT NULL,
    "failure_code" TEXT,
    "changed_by" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_fkey"
  FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "payment_events_payment_id_id_idx" ON "payment_events"("payment_id", "id");

-- lib/payments/payment-states.ts lists the same transitions; a test compares them one by one.
CREATE FUNCTION payments_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status <> 'processing' THEN
      RAISE EXCEPTION 'a payment begins as processing, not as %', NEW.status USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status::text, NEW.status::text) NOT IN (
    ('processing', 'requires_action'), ('processing', 'succeeded'), ('processing', 'failed'), ('processing', 'canceled'),
    ('requires_action', 'processing'), ('requires_action', 'succeeded'), ('requires_action', 'failed'),
    ('requires_action', 'canceled'),
    ('succeeded', 'partially_refunded'), ('succeeded', 'refunded'),
    ('partially_refunded', 'refunded')
  ) THEN
    RAISE EXCEPTION 'a payment cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.id, NEW.owner_id, NEW.amount, NEW.currency, NEW.provider, NEW.idempotency_key_hash, NEW.request_hash, NEW.created_at)
    IS DISTINCT FROM
    (OLD.id, OLD.owner_id, OLD.amount, OLD.currency, OLD.provider, OLD.idempotency_key_hash, OLD.request_hash, OLD.created_at)
    OR (OLD.provider_reference IS NOT NULL AND NEW.provider_reference IS DISTINCT FROM OLD.provider_reference)
    OR (OLD.captured_amount > 0 AND NEW.captured_amount <> OLD.captured_amount)
    OR NEW.refunded_amount < OLD.refunded_amount
  THEN
    RAISE EXCEPTION 'what a payment was made for does not change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payments_guard BEFORE INSERT OR UPDATE ON "payments" FOR EACH ROW EXECUTE FUNCTION payments_guard();

CREATE FUNCTION payments_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.status <> OLD.status OR NEW.refunded_amount <> OLD.refunded_amount THEN
    INSERT INTO payment_events
      (payment_id, status, captured_amount, refunded_amount, failure_code, changed_by, occurred_at)
      VALUES (NEW.id, NEW.status, NEW.captured_amount, NEW.refunded_amount, NEW.failure_code, NEW.changed_by, NEW.updated_at);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_log AFTER INSERT OR UPDATE ON "payments" FOR EACH ROW EXECUTE FUNCTION payments_log();

CREATE FUNCTION payment_events_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'payment events are not changed' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER payment_events_keep BEFORE UPDATE ON "payment_events"
  FOR EACH ROW EXECUTE FUNCTION payment_events_keep();

-- Refunds reserve their amount in payments.refunding_amount until the provider has answered. Without a key: made at the provider.
CREATE TABLE "payment_refunds" (
    "id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "requested_by" UUID,
    "status" "refund_status" NOT NULL,
    "amount" BIGINT NOT NULL,
    "provider_reference" TEXT,
    "failure_code" TEXT,
    "idempotency_key_hash" BYTEA,
    "request_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "next_check_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_refunds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "payment_refunds_amount_check" CHECK ("amount" BETWEEN 1 AND 99999999),
    CONSTRAINT "payment_refunds_next_check_check" CHECK ("status" <> 'pending' OR "next_check_at" IS NOT NULL)
);
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_id_fkey"
  FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_requested_by_fkey"
  FOREIGN KEY ("requested_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE UNIQUE INDEX "payment_refunds_requested_by_idempotency_key_hash_key"
  ON "payment_refunds"("requested_by", "idempotency_key_hash");
CREATE UNIQUE INDEX "payment_refunds_payment_id_provider_reference_key"
  ON "payment_refunds"("payment_id", "provider_reference");
CREATE INDEX "payment_refunds_next_check_at_idx" ON "payment_refunds"("next_check_at");

CREATE FUNCTION payment_refunds_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'a refund that has ended does not change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_refunds_guard BEFORE UPDATE ON "payment_refunds"
  FOR EACH ROW EXECUTE FUNCTION payment_refunds_guard();

-- Events that a provider has reported and we have acted on: each once.
CREATE TABLE "payment_webhook_events" (
    "provider" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payment_id" UUID,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_webhook_events_pkey" PRIMARY KEY ("provider", "event_id")
);
CREATE INDEX "payment_webhook_events_received_at_idx" ON "payment_webhook_events"("received_at");

-- What the payment simulator, a stand-in for a provider outside production, knows of its own.
CREATE TABLE "simulator_payments" (
    "reference" TEXT NOT NULL,
    "payment_id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" "payment_status" NOT NULL,
    "failure_code" TEXT,
    "challenge_id" TEXT,
    "return_url" TEXT NOT NULL,
    "refunded_amount" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "simulator_payments_pkey" PRIMARY KEY ("reference"),
    CONSTRAINT "simulator_payments_refunded_check" CHECK ("refunded_amount" BETWEEN 0 AND "amount")
);
CREATE UNIQUE INDEX "simulator_payments_payment_id_key" ON "simulator_payments"("payment_id");
CREATE UNIQUE INDEX "simulator_payments_challenge_id_key" ON "simulator_payments"("challenge_id");

CREATE TABLE "simulator_refunds" (
    "refund_id" UUID NOT NULL,
    "payment_reference" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "simulator_refunds_pkey" PRIMARY KEY ("refund_id")
);
ALTER TABLE "simulator_refunds" ADD CONSTRAINT "simulator_refunds_payment_reference_fkey"
  FOREIGN KEY ("payment_reference") REFERENCES "simulator_payments"("reference") ON DELETE CASCADE ON UPDATE CASCADE;

-- Replaces 7f76c53d6d9a7ca9f34e88076d624d3178c8e8197aeaa87123ed6da307ea7af3
-- The phone number of an account, in E.164. It counts only while phone_verified_at is set.
ALTER TABLE "users" ADD COLUMN "phone" TEXT;
ALTER TABLE "users" ADD COLUMN "phone_verified_at" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD CONSTRAINT "users_phone_is_e164" CHECK ("phone" ~ '^\+[1-9][0-9]{6,14}$') NOT VALID;
ALTER TABLE "users" ADD CONSTRAINT "users_phone_verified_has_phone" CHECK ("phone_verified_at" IS NULL OR "phone" IS NOT NULL) NOT VALID;

-- A number that waits for its code: one per user. The code is made when the message is sent, and only its keyed hash is kept.
CREATE TABLE "phone_confirmations" (
    "user_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "phone" TEXT NOT NULL,
    "code_hash" BYTEA,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "phone_confirmations_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "phone_confirmations_phone_is_e164" CHECK ("phone" ~ '^\+[1-9][0-9]{6,14}$'),
    CONSTRAINT "phone_confirmations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "phone_confirmations_expires_at_idx" ON "phone_confirmations"("expires_at");

-- Counters of messages within fixed windows. Numbers appear as keyed hashes.
CREATE TABLE "sms_budgets" (
    "key" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "taken" INTEGER NOT NULL,

    CONSTRAINT "sms_budgets_pkey" PRIMARY KEY ("key","window_start")
);
CREATE INDEX "sms_budgets_window_start_idx" ON "sms_budgets"("window_start");

-- Numbers whose owner replied STOP. Nothing is sent to them until they reply START.
CREATE TABLE "sms_opt_outs" (
    "phone" TEXT NOT NULL,
    "opted_out_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sms_opt_outs_pkey" PRIMARY KEY ("phone")
);

-- Every text message: waiting, sent, and what became of it. Its text is not kept, and of the number only the last digits.
CREATE TABLE "sms_messages" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" UUID,
    "batch_id" UUID,
    "recipient" TEXT,
    "status" TEXT NOT NULL,
    "segments" INTEGER,
    "error_code" TEXT,
    "provider_id" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "decides" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sms_messages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sms_messages_kind_is_known" CHECK ("kind" IN ('code', 'notification', 'security', 'test')),
    CONSTRAINT "sms_messages_status_is_known" CHECK ("status" IN ('queued', 'sent', 'delivered', 'failed', 'opted_out', 'skipped', 'canceled')),
    CONSTRAINT "sms_messages_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "sms_messages_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "notification_batches"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "sms_messages_batch_id_user_id_key" ON "sms_messages"("batch_id", "user_id");
CREATE INDEX "sms_messages_batch_id_status_due_at_idx" ON "sms_messages"("batch_id", "status", "due_at");
CREATE INDEX "sms_messages_user_id_id_idx" ON "sms_messages"("user_id", "id" DESC);
CREATE INDEX "sms_messages_created_at_idx" ON "sms_messages"("created_at");

-- Recipients of a batch whom no text message can reach: no verified number, or they turned text messages off.
ALTER TABLE "notification_batches" ADD COLUMN "sms_unreachable" INTEGER NOT NULL DEFAULT 0;

-- Announcements by text message, and security notices by text message in addition to inbox and email.
ALTER TABLE "notification_preferences" ADD COLUMN "sms" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "notification_preferences" ADD COLUMN "security_sms" BOOLEAN NOT NULL DEFAULT false;

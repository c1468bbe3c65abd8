CREATE TYPE "notification_status" AS ENUM ('scheduled', 'running', 'completed', 'cancelled', 'failed');

-- Texts to be sent again. {{name}} and {{email}} in them are filled in for each recipient.
CREATE TABLE "notification_templates" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "href" TEXT,
    "channels" TEXT[],
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_templates_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notification_templates_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "notification_templates_name_key" ON "notification_templates"("name");
CREATE INDEX "notification_templates_created_by_idx" ON "notification_templates"("created_by");

-- What was sent to many at once. Recipients have their turns in the order of their ids; `reached_id` moves in the transaction that
-- serves them, so that a worker that dies has served all of a step or nobody.
CREATE TABLE "notification_batches" (
    "id" UUID NOT NULL,
    "status" "notification_status" NOT NULL,
    "stopped_because" TEXT,
    "audience" TEXT NOT NULL,
    "user_ids" UUID[],
    "role_id" UUID,
    "role_name" TEXT,
    "channels" TEXT[],
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "href" TEXT,
    "template_id" UUID,
    "personal" BOOLEAN NOT NULL,
    "send_at" TIMESTAMPTZ(3),
    "total" INTEGER NOT NULL,
    "delivered" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "reached_id" UUID,
    "all_reached" BOOLEAN NOT NULL DEFAULT false,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "idempotency_key_hash" BYTEA,
    "request_hash" BYTEA NOT NULL,

    CONSTRAINT "notification_batches_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notification_batches_href_is_own_path" CHECK ("href" ~ '^/([^/\\]|$)' AND "href" ~ '^[!-~]*$'),
    CONSTRAINT "notification_batches_template_id_fkey" FOREIGN KEY ("template_id") REFERENCES "notification_templates"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "notification_batches_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
-- The same key of the same person is the same batch.
CREATE UNIQUE INDEX "notification_batches_created_by_idempotency_key_hash_key" ON "notification_batches"("created_by", "idempotency_key_hash");
CREATE INDEX "notification_batches_status_id_idx" ON "notification_batches"("status", "id" DESC);
CREATE INDEX "notification_batches_template_id_idx" ON "notification_batches"("template_id");

-- Mails of a batch that are to be sent, or were and are not counted yet. `due_at` is also how long one who sends it now has it.
CREATE TABLE "notification_mails" (
    "batch_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "outcome" TEXT,

    CONSTRAINT "notification_mails_pkey" PRIMARY KEY ("batch_id","user_id"),
    CONSTRAINT "notification_mails_outcome_is_known" CHECK ("outcome" IN ('delivered', 'failed', 'skipped')),
    CONSTRAINT "notification_mails_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "notification_batches"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "notification_mails_batch_id_outcome_due_at_idx" ON "notification_mails"("batch_id", "outcome", "due_at");

-- By which ways somebody takes what is not about security. No row: by all.
CREATE TABLE "notification_preferences" (
    "user_id" UUID NOT NULL,
    "inbox" BOOLEAN NOT NULL,
    "email" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_preferences_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "notification_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

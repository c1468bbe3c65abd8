-- What somebody is writing and has not sent yet, as they typed it: one each. The id changes with each change, so that only what was
-- looked at last can be sent.
CREATE TABLE "notification_drafts" (
    "user_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "fields" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_drafts_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "notification_drafts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "notification_drafts_updated_at_idx" ON "notification_drafts"("updated_at");

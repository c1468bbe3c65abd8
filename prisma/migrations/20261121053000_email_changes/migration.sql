-- A change of address that its owner asked for and that waits for the link sent to the new one: at most one a user.
CREATE TABLE "email_changes" (
    "user_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "new_email" TEXT NOT NULL,
    "token_hash" BYTEA,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_changes_pkey" PRIMARY KEY ("user_id")
);
CREATE UNIQUE INDEX "email_changes_token_hash_key" ON "email_changes"("token_hash");
CREATE INDEX "email_changes_expires_at_idx" ON "email_changes"("expires_at");

ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

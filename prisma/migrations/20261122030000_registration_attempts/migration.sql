-- Every registration of an unconfirmed address is kept on its own. Before, a pending account had one password, that of the newest
-- registrant, and whoever followed the newest link activated it.
CREATE TABLE "registration_attempts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "password_hash" TEXT NOT NULL,
    "name" TEXT,
    "locale" TEXT NOT NULL,
    "browser_hash" BYTEA,
    "sole" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "registration_attempts_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "registration_attempts_user_id_password_hash_key" ON "registration_attempts"("user_id", "password_hash");
CREATE INDEX "registration_attempts_expires_at_idx" ON "registration_attempts"("expires_at");

ALTER TABLE "registration_attempts" ADD CONSTRAINT "registration_attempts_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "email_tokens" ADD COLUMN "attempt_id" UUID;

-- Whether anybody has ever proven to own the account. `email_verified_at` does not tell: an administrator's change of the address
-- clears it. The database writes it, so that no way of confirming an address can forget to.
ALTER TABLE "users" ADD COLUMN "first_verified_at" TIMESTAMPTZ(3);

UPDATE "users" SET "first_verified_at" = "email_verified_at" WHERE "email_verified_at" IS NOT NULL;
-- Accounts in use whose address an administrator changed: their owners had proven an earlier one.
UPDATE "users" u SET "first_verified_at" = u."created_at"
  WHERE u."first_verified_at" IS NULL AND u."status" <> 'pending' AND u."status_before_deletion" IS DISTINCT FROM 'pending'
    AND EXISTS (SELECT FROM "audit_records" r WHERE r."target_id" = u."id"::text AND r."action" = 'user.email_changed' AND r."outcome" = 'ok');

CREATE FUNCTION users_note_first_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.first_verified_at := COALESCE(NEW.first_verified_at, NEW.email_verified_at);
  RETURN NEW;
END $$;
CREATE TRIGGER users_note_first_verification BEFORE INSERT OR UPDATE OF "email_verified_at" ON "users"
  FOR EACH ROW WHEN (NEW.email_verified_at IS NOT NULL AND NEW.first_verified_at IS NULL)
  EXECUTE FUNCTION users_note_first_verification();
ALTER TABLE "users" ENABLE ALWAYS TRIGGER users_note_first_verification;

-- Registrations that wait today become attempts. One that replaced another one was not the only registration of its address.
INSERT INTO "registration_attempts" ("id", "user_id", "password_hash", "name", "locale", "sole", "created_at", "expires_at")
  SELECT gen_random_uuid(), u."id", u."password_hash", u."name", COALESCE(u."locale", 'en'),
    NOT EXISTS (SELECT FROM "audit_records" r WHERE r."target_id" = u."id"::text AND r."action" = 'user.registered'
      AND r."details"->>'result' = 'replaced'),
    COALESCE(u."password_changed_at", u."created_at"), now() + interval '7 days'
  FROM "users" u WHERE u."status" = 'pending' AND u."invited_at" IS NULL AND u."password_hash" IS NOT NULL;

UPDATE "email_tokens" t SET "attempt_id" = a."id"
  FROM "registration_attempts" a WHERE a."user_id" = t."user_id" AND t."kind" = 'verify_email' AND t."consumed_at" IS NULL;

-- A registration that was deleted comes back as one when it is restored: without a password too.
UPDATE "users" SET "password_hash" = NULL, "password_changed_at" = NULL
  WHERE COALESCE("status_before_deletion", "status") = 'pending' AND "invited_at" IS NULL AND "password_hash" IS NOT NULL;

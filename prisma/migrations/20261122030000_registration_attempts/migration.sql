-- Replaces 1f2c1e0a27d313cc85d28ac58c480a69cc6075fd4797c169752f68821971a3de
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

CREATE FUNCTION users_note_first_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.first_verified_at := COALESCE(NEW.first_verified_at, NEW.email_verified_at);
  RETURN NEW;
END $$;
CREATE TRIGGER users_note_first_verification BEFORE INSERT OR UPDATE OF "email_verified_at" ON "users"
  FOR EACH ROW WHEN (NEW.email_verified_at IS NOT NULL AND NEW.first_verified_at IS NULL)
  EXECUTE FUNCTION users_note_first_verification();
ALTER TABLE "users" ENABLE ALWAYS TRIGGER users_note_first_verification;

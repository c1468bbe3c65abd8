-- Replaces eee3f199d54664a772efdaca5c6c4072ba9b5c1c40b3d64cc5c23d5b16b20fb6
-- Accounts for other software. They are called by API keys and have no way to sign in.
CREATE TYPE "user_kind" AS ENUM ('person', 'service');
ALTER TABLE "users"
  ADD COLUMN "kind" "user_kind" NOT NULL DEFAULT 'person',
  ADD COLUMN "created_by" UUID;
ALTER TABLE "users" ADD CONSTRAINT "users_created_by_fkey"
  FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- Whatever the code does, nothing a service account could sign in with is ever stored. Not validated, because every existing account
-- is a person.
ALTER TABLE "users" ADD CONSTRAINT "users_service_cannot_sign_in" CHECK (
  "kind" = 'person' OR (
    "email" = "id"::text || '@service.invalid' AND "name" IS NOT NULL AND "status" <> 'pending' AND "invited_at" IS NULL
    AND "password_hash" IS NULL AND "email_verified_at" IS NULL AND "mfa_enabled_at" IS NULL AND "phone" IS NULL)
) NOT VALID;

-- The totals and the sign-ups count people only.
CREATE OR REPLACE FUNCTION users_total_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_total_changes (hour, status, users, with_second_factor, sign_ups)
    SELECT date_trunc('hour', created_at, 'UTC'), status, count(*), count(mfa_enabled_at), count(*) FILTER (WHERE invited_at IS NULL)
    FROM fresh WHERE kind = 'person' GROUP BY 1, 2;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION users_total_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_total_changes (hour, status, users, with_second_factor)
    SELECT date_trunc('hour', created_at, 'UTC'), status, -count(*), -count(mfa_enabled_at) FROM gone
    WHERE kind = 'person' GROUP BY 1, 2;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION users_total_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := date_trunc('hour', NEW.created_at, 'UTC');
BEGIN
  IF NEW.kind = 'person' THEN
    INSERT INTO user_total_changes (hour, status, users, with_second_factor)
      VALUES (at, OLD.status, -1, -(OLD.mfa_enabled_at IS NOT NULL)::int), (at, NEW.status, 1, (NEW.mfa_enabled_at IS NOT NULL)::int);
  END IF;
  RETURN NULL;
END $$;

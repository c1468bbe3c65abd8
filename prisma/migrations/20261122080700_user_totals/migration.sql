-- Replaces f9330f8768ba572f2660423db73aaf0a90c0a0b57aa4d6f98851ef59b63476f6
-- How many users there are, for the home page: exact at any moment without counting them. Every change of a user that matters adds a
-- row with the difference, so that no two changes wait for each other; a background task folds those rows into the totals.

CREATE TABLE "user_totals" (
    "status" "user_status" NOT NULL,
    "users" BIGINT NOT NULL,
    "with_second_factor" BIGINT NOT NULL,

    CONSTRAINT "user_totals_pkey" PRIMARY KEY ("status")
);
CREATE TABLE "user_total_changes" (
    "id" BIGINT GENERATED ALWAYS AS IDENTITY,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "status" "user_status" NOT NULL,
    "users" INTEGER NOT NULL,
    "with_second_factor" INTEGER NOT NULL,
    "sign_ups" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "user_total_changes_pkey" PRIMARY KEY ("id")
);

-- People who signed up by themselves, by the hour, and sign-ins over the API among all sign-ins.
ALTER TABLE "activity_hours"
  ADD COLUMN "sign_ups" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "api_sign_ins" INTEGER NOT NULL DEFAULT 0;
CREATE FUNCTION users_total_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_total_changes (hour, status, users, with_second_factor, sign_ups)
    SELECT date_trunc('hour', created_at, 'UTC'), status, count(*), count(mfa_enabled_at), count(*) FILTER (WHERE invited_at IS NULL)
    FROM fresh GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE TRIGGER users_total_insert AFTER INSERT ON "users"
  REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION users_total_insert();

CREATE FUNCTION users_total_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_total_changes (hour, status, users, with_second_factor)
    SELECT date_trunc('hour', created_at, 'UTC'), status, -count(*), -count(mfa_enabled_at) FROM gone GROUP BY 1, 2;
  RETURN NULL;
END $$;
CREATE TRIGGER users_total_delete AFTER DELETE ON "users"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION users_total_delete();

CREATE FUNCTION users_total_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := date_trunc('hour', NEW.created_at, 'UTC');
BEGIN
  INSERT INTO user_total_changes (hour, status, users, with_second_factor)
    VALUES (at, OLD.status, -1, -(OLD.mfa_enabled_at IS NOT NULL)::int), (at, NEW.status, 1, (NEW.mfa_enabled_at IS NOT NULL)::int);
  RETURN NULL;
END $$;
CREATE TRIGGER users_total_update AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((OLD.status, OLD.mfa_enabled_at IS NULL) IS DISTINCT FROM (NEW.status, NEW.mfa_enabled_at IS NULL))
  EXECUTE FUNCTION users_total_update();

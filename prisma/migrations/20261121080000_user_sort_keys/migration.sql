-- What a list of users is searched, filtered and sorted by stands beside each role that a user has too: the users of a role are then
-- one range of an index in each order, however many there are. The database keeps the copies; whoever gives roles writes none of it.
-- Users before roles: in this order every change takes them.
LOCK TABLE "users" IN SHARE ROW EXCLUSIVE MODE;
ALTER TABLE "user_roles"
  ADD COLUMN "user_status" "user_status",
  ADD COLUMN "user_created_at" TIMESTAMPTZ(3),
  ADD COLUMN "user_email" TEXT COLLATE "C",
  ADD COLUMN "user_name_key" TEXT COLLATE "C";

-- The user is held until the role is committed, as a change of the user would hold it: a change that came between would find no row
-- to carry its news to. FOR SHARE would do for that, but of two that share it neither could change the user afterwards.
CREATE FUNCTION user_roles_copy_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT u.status, u.created_at, u.email, u.name_key
    INTO NEW.user_status, NEW.user_created_at, NEW.user_email, NEW.user_name_key
    FROM users u WHERE u.id = NEW.user_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE foreign_key_violation USING MESSAGE = 'there is no such user', CONSTRAINT = 'user_roles_user_id_fkey';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER user_roles_copy_user BEFORE INSERT ON "user_roles"
  FOR EACH ROW EXECUTE FUNCTION user_roles_copy_user();

CREATE FUNCTION users_tell_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE user_roles SET user_status = NEW.status, user_created_at = NEW.created_at, user_email = NEW.email, user_name_key = NEW.name_key
    WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_tell_roles AFTER UPDATE ON "users" FOR EACH ROW
  WHEN ((OLD.status, OLD.created_at, OLD.email, OLD.name_key) IS DISTINCT FROM (NEW.status, NEW.created_at, NEW.email, NEW.name_key))
  EXECUTE FUNCTION users_tell_roles();

-- Also where ordinary triggers rest (session_replication_role): there is no mode in which the copies may be missing.
ALTER TABLE "user_roles" ENABLE ALWAYS TRIGGER user_roles_copy_user;
ALTER TABLE "users" ENABLE ALWAYS TRIGGER users_tell_roles;

UPDATE "user_roles" h SET "user_status" = u."status", "user_created_at" = u."created_at", "user_email" = u."email",
  "user_name_key" = u."name_key" FROM "users" u WHERE u."id" = h."user_id";
ALTER TABLE "user_roles"
  ALTER COLUMN "user_status" SET NOT NULL,
  ALTER COLUMN "user_created_at" SET NOT NULL,
  ALTER COLUMN "user_email" SET NOT NULL,
  ALTER COLUMN "user_name_key" SET NOT NULL;

CREATE INDEX "user_roles_by_date_idx"
  ON "user_roles"("role_id", "user_status", "user_created_at", "user_id", "user_email", "user_name_key");
CREATE INDEX "user_roles_by_email_idx"
  ON "user_roles"("role_id", "user_status", "user_email", "user_id", "user_name_key", "user_created_at");
CREATE INDEX "user_roles_by_name_idx"
  ON "user_roles"("role_id", "user_status", "user_name_key", "user_id", "user_email", "user_created_at");

-- The same for all users: an order for each status. Everybody is four ranges of it, so that the indexes without a status can go, and
-- with them the one that holders were looked up in.
DROP INDEX "users_by_date_idx";
DROP INDEX "users_by_email_idx";
DROP INDEX "users_by_name_idx";
DROP INDEX "users_by_id_idx";
DROP INDEX "users_status_created_at_id_idx";
DROP INDEX "users_status_email_id_idx";
DROP INDEX "users_status_name_key_id_idx";
CREATE INDEX "users_by_date_idx" ON "users"("status", "created_at", "id", "email", "name_key");
CREATE INDEX "users_by_email_idx" ON "users"("status", "email" COLLATE "C", "id", "name_key", "created_at");
CREATE INDEX "users_by_name_idx" ON "users"("status", "name_key", "id", "email", "created_at");

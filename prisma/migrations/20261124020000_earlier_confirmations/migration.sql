-- An instance of version 0.1.0 that still serves confirms a registration without its password, because waiting passwords are in
-- registration_attempts now. The consumed link proves whose password it is, under the rule of lib/identity/registration/verify-email.ts:
-- the only registration ever made of the address, and an account without further roles. In all other cases the owner resets the password.
CREATE FUNCTION users_take_confirmed_password() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  confirmed text;
BEGIN
  SELECT a.password_hash INTO confirmed
    FROM registration_attempts a JOIN email_tokens t ON t.attempt_id = a.id AND t.user_id = a.user_id
    WHERE a.user_id = NEW.id AND a.sole AND t.kind = 'verify_email' AND t.consumed_at IS NOT NULL
      AND (SELECT count(*) FROM registration_attempts WHERE user_id = NEW.id) = 1
      AND NOT EXISTS (
        SELECT FROM user_roles h JOIN roles r ON r.id = h.role_id WHERE h.user_id = NEW.id AND r.name <> 'user')
    LIMIT 1;
  IF FOUND THEN
    NEW.password_hash := confirmed;
    NEW.password_changed_at := NEW.email_verified_at;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_take_confirmed_password BEFORE UPDATE OF "status" ON "users" FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status = 'active' AND NEW.invited_at IS NULL
    AND NEW.password_hash IS NULL AND NEW.email_verified_at IS NOT NULL)
  EXECUTE FUNCTION users_take_confirmed_password();

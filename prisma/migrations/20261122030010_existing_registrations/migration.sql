-- Outside a transaction, so that no user is locked for longer than one batch takes.
DO $$
DECLARE
  batch uuid[];
  last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  -- Already done, by an earlier text of the previous migration: the next one has been applied.
  IF EXISTS (SELECT FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name = 'session_families' AND column_name = 'credential_generation') THEN
    RETURN;
  END IF;
  LOOP
    batch := ARRAY(SELECT id FROM users WHERE id > last ORDER BY id LIMIT 2000);
    EXIT WHEN batch = '{}';
    last := batch[cardinality(batch)];

    UPDATE users SET first_verified_at = email_verified_at
      WHERE id = ANY (batch) AND first_verified_at IS NULL AND email_verified_at IS NOT NULL;
    -- Accounts in use whose address an administrator changed: their owners had proven an earlier one.
    UPDATE users u SET first_verified_at = u.created_at
      WHERE u.id = ANY (batch) AND u.first_verified_at IS NULL
        AND u.status <> 'pending' AND u.status_before_deletion IS DISTINCT FROM 'pending'
        AND EXISTS (
          SELECT FROM audit_records r
          WHERE r.target_id = u.id::text AND r.action = 'user.email_changed' AND r.outcome = 'ok');

    -- Registrations that wait today become attempts. One that replaced another one was not the only
    -- registration of its address.
    INSERT INTO registration_attempts (id, user_id, password_hash, name, locale, sole, created_at, expires_at)
      SELECT gen_random_uuid(), u.id, u.password_hash, u.name, COALESCE(u.locale, 'en'),
        NOT EXISTS (
          SELECT FROM audit_records r
          WHERE r.target_id = u.id::text AND r.action = 'user.registered' AND r.details ->> 'result' = 'replaced'),
        COALESCE(u.password_changed_at, u.created_at), now() + interval '7 days'
      FROM users u
      WHERE u.id = ANY (batch) AND u.status = 'pending' AND u.invited_at IS NULL AND u.password_hash IS NOT NULL
      FOR NO KEY UPDATE
      ON CONFLICT DO NOTHING;
    UPDATE email_tokens t SET attempt_id = a.id
      FROM registration_attempts a
      WHERE t.user_id = ANY (batch) AND a.user_id = t.user_id AND t.kind = 'verify_email'
        AND t.consumed_at IS NULL AND t.attempt_id IS NULL;
    -- A registration that was deleted comes back as one when it is restored: without a password too.
    UPDATE users SET password_hash = NULL, password_changed_at = NULL
      WHERE id = ANY (batch) AND COALESCE(status_before_deletion, status) = 'pending'
        AND invited_at IS NULL AND password_hash IS NOT NULL;
    COMMIT;
  END LOOP;
END $$;

-- Settles several successful attempts in one statement.
CREATE OR REPLACE FUNCTION login_guard_settle_successes(
  account_keys bytea[], ip_keys bytea[], deadlines timestamptz[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  budget record;
  deadline timestamptz;
  counter login_guard;
  place integer;
  found_pending boolean;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);

  FOR budget IN
    SELECT charged.key, charged.is_account, array_agg(charged.deadline) AS deadlines
    FROM unnest(account_keys, ip_keys, login_guard_settle_successes.deadlines)
        AS attempt (account_key, ip_key, deadline),
      LATERAL (VALUES (attempt.account_key, true, attempt.deadline),
        (attempt.ip_key, false, attempt.deadline)) AS charged (key, is_account, deadline)
    WHERE charged.key IS NOT NULL
    GROUP BY charged.key, charged.is_account
    ORDER BY charged.key
  LOOP
    SELECT * INTO counter FROM login_guard WHERE key = budget.key FOR UPDATE;
    found_pending := false;
    FOREACH deadline IN ARRAY budget.deadlines LOOP
      place := array_position(counter.pending, deadline);
      CONTINUE WHEN place IS NULL;
      counter.pending := counter.pending[: place - 1] || counter.pending[place + 1 :];
      found_pending := true;
    END LOOP;
    CONTINUE WHEN NOT found_pending;
    IF budget.is_account AND counter.locked_until IS NULL THEN
      counter.failures := 0;
    END IF;
    UPDATE login_guard SET failures = counter.failures, pending = counter.pending
      WHERE key = budget.key;
  END LOOP;
END;
$$;

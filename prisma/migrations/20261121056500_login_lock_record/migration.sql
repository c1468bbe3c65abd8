-- The record of a lock that begins, in the transaction that begins it. `note` is what is known of the request: action, surface, email,
-- address, ip, user_agent, request_id, and the ids of two records to come, for one request can begin two locks. JSON as text:
-- nearly every attempt begins none and parses nothing. An e-mail that nobody has costs the same look-up and the same record.
CREATE FUNCTION login_guard_record_lock(note text, budget text, counter login_guard, at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  act jsonb := note::jsonb;
BEGIN
  INSERT INTO audit_records (id, occurred_at, action, outcome, target_type, target_id, ip, user_agent, request_id, details)
  VALUES (
    (act->>CASE budget WHEN 'address' THEN 'address_record' ELSE 'account_record' END)::uuid, at, act->>'action', 'ok',
    CASE WHEN budget <> 'address' THEN 'user' END,
    CASE WHEN budget <> 'address' THEN (SELECT id FROM users WHERE email = act->>'email') END,
    act->>'ip', act->>'user_agent', act->>'request_id',
    jsonb_build_object('surface', act->'surface', 'budget', budget, 'failures', counter.failures,
      'until', to_char(counter.locked_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      || CASE budget WHEN 'address' THEN jsonb_build_object('address', act->'address')
        ELSE jsonb_build_object('email', act->'email') END);
END;
$$;

DROP FUNCTION login_guard_reserve(
  bytea, bytea, bytea, bytea, text, integer, integer, double precision, timestamptz, timestamptz);
DROP FUNCTION login_guard_settle(
  bytea, integer, bytea, integer, text, double precision, timestamptz, timestamptz);
DROP FUNCTION login_guard_open(bytea, integer, interval, timestamptz);

-- Locks the row of one key, making it if need be, and brings it up to date. Callers take several in the order of their
-- keys, one after the other: that is what rules out deadlocks.
CREATE FUNCTION login_guard_open(
  guard_key bytea, max_failures integer, lockout interval, at timestamptz, budget text, note text)
RETURNS login_guard LANGUAGE plpgsql AS $$
DECLARE
  counter login_guard;
  found_as login_guard;
  dead integer;
  died_at timestamptz;
BEGIN
  LOOP
    SELECT * INTO counter FROM login_guard WHERE key = guard_key FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO login_guard (key, window_ends_at) VALUES (guard_key, at + lockout)
      ON CONFLICT (key) DO NOTHING RETURNING * INTO counter;
    EXIT WHEN FOUND;
  END LOOP;
  found_as := counter;

  -- Attempts that nobody decided in time failed when their time was over: a crash must not buy guesses.
  SELECT count(*), max(deadline) INTO dead, died_at FROM unnest(counter.pending) AS deadline WHERE deadline <= at;
  IF dead > 0 THEN
    counter.pending := ARRAY(SELECT deadline FROM unnest(counter.pending) AS deadline WHERE deadline > at);
    counter := login_guard_fail(counter, dead, died_at, max_failures, lockout);
  END IF;

  IF counter.locked_until <= at OR (counter.locked_until IS NULL AND counter.window_ends_at <= at) THEN
    counter.failures := 0;
    counter.locked_until := NULL;
    counter.window_ends_at := at + lockout;
  END IF;

  IF counter IS DISTINCT FROM found_as THEN
    UPDATE login_guard SET failures = counter.failures, pending = counter.pending,
      window_ends_at = counter.window_ends_at, locked_until = counter.locked_until WHERE key = guard_key;
    -- The failure that completed the number was that of somebody who died.
    IF note IS NOT NULL AND counter.locked_until IS NOT NULL
        AND counter.locked_until IS DISTINCT FROM found_as.locked_until THEN
      PERFORM login_guard_record_lock(note, budget, counter, at);
    END IF;
  END IF;
  RETURN counter;
END;
$$;

-- Takes one attempt out of the budgets before the password is looked at: out of the device's own where the device is known
-- for the account, else out of the e-mail's and the address's, both or neither. `decision` is
--   admitted  the attempt stands in `pending` of every budget it is charged to, until `deadline`
--   locked    a budget is locked, up to `until`
--   wait      the budget `held` is free of failures enough, but all that is left of it stands with undecided attempts
-- Unknown e-mails take the same way through the same number of look-ups.
CREATE FUNCTION login_guard_reserve(
  email_key bytea, ip_key bytea, device_key bytea, device_hash bytea, email text,
  email_limit integer, ip_limit integer, lockout_seconds double precision, at timestamptz, deadline timestamptz,
  note text DEFAULT NULL, OUT decision text, OUT until timestamptz, OUT held bytea, OUT known_device boolean
) LANGUAGE plpgsql AS $$
DECLARE
  lockout interval := make_interval(secs => lockout_seconds);
  keys bytea[];
  limits integer[];
  budgets text[];
  counter login_guard;
  owner uuid;
BEGIN
  -- The row is handed on without waiting for the disk: a crash of the database server may forget the last counts, and nobody
  -- can bring that about by guessing.
  PERFORM set_config('synchronous_commit', 'off', true);

  SELECT u.id INTO owner FROM users u WHERE u.email = login_guard_reserve.email;
  known_device := EXISTS (
    SELECT FROM known_devices d
    WHERE d.device_hash = login_guard_reserve.device_hash
      AND d.user_id = coalesce(owner, '00000000-0000-0000-0000-000000000000'));

  IF known_device THEN
    keys := ARRAY[device_key];
    limits := ARRAY[email_limit];
    budgets := ARRAY['device'];
  ELSIF email_key < ip_key THEN
    keys := ARRAY[email_key, ip_key];
    limits := ARRAY[email_limit, ip_limit];
    budgets := ARRAY['email', 'address'];
  ELSE
    keys := ARRAY[ip_key, email_key];
    limits := ARRAY[ip_limit, email_limit];
    budgets := ARRAY['address', 'email'];
  END IF;

  -- No lock ends early, so a locked budget is told from reading alone: a flood against it writes nothing.
  SELECT max(locked_until) INTO until FROM login_guard WHERE key = ANY (keys) AND locked_until > at;
  IF until IS NOT NULL THEN
    decision := 'locked';
    RETURN;
  END IF;

  decision := 'admitted';
  FOR i IN 1 .. cardinality(keys) LOOP
    counter := login_guard_open(keys[i], limits[i], lockout, at, budgets[i], note);
    IF counter.locked_until IS NOT NULL THEN
      decision := 'locked';
      until := greatest(until, counter.locked_until);
    ELSIF decision = 'admitted' AND counter.failures + cardinality(counter.pending) >= limits[i] THEN
      decision := 'wait';
      held := keys[i];
    END IF;
  END LOOP;

  IF decision = 'admitted' THEN
    UPDATE login_guard SET pending = pending || login_guard_reserve.deadline WHERE key = ANY (keys);
  END IF;
END;
$$;

-- Decides a reserved attempt: `failed` counts on every budget it was charged to, `succeeded` clears `account_key` (an
-- e-mail's or a device's) and never an address's, `released` leaves all as if it had not been. An attempt that is no longer
-- pending was counted when its deadline passed: nothing is left to do.
CREATE FUNCTION login_guard_settle(
  account_key bytea, account_limit integer, ip_key bytea, ip_limit integer,
  outcome text, lockout_seconds double precision, at timestamptz, deadline timestamptz, note text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  keys bytea[] := CASE
    WHEN ip_key IS NULL THEN ARRAY[account_key]
    WHEN account_key < ip_key THEN ARRAY[account_key, ip_key]
    ELSE ARRAY[ip_key, account_key] END;
  guard_key bytea;
  counter login_guard;
  locked_before timestamptz;
  place integer;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true);

  FOREACH guard_key IN ARRAY keys LOOP
    SELECT * INTO counter FROM login_guard WHERE key = guard_key FOR UPDATE;
    place := array_position(counter.pending, deadline);
    CONTINUE WHEN place IS NULL;
    locked_before := counter.locked_until;
    counter.pending := counter.pending[: place - 1] || counter.pending[place + 1 :];
    IF outcome = 'failed' THEN
      counter := login_guard_fail(counter, 1, at,
        CASE WHEN guard_key = account_key THEN account_limit ELSE ip_limit END, make_interval(secs => lockout_seconds));
    ELSIF outcome = 'succeeded' AND guard_key = account_key AND counter.locked_until IS NULL THEN
      counter.failures := 0;
    END IF;
    UPDATE login_guard SET failures = counter.failures, pending = counter.pending,
      window_ends_at = counter.window_ends_at, locked_until = counter.locked_until WHERE key = guard_key;
    IF note IS NOT NULL AND counter.locked_until IS NOT NULL
        AND counter.locked_until IS DISTINCT FROM locked_before THEN
      PERFORM login_guard_record_lock(note, CASE
        WHEN guard_key IS NOT DISTINCT FROM ip_key THEN 'address'
        WHEN ip_key IS NULL THEN 'device' ELSE 'email' END, counter, at);
    END IF;
  END LOOP;
END;
$$;

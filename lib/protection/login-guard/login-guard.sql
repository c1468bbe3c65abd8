-- The login guard's functions as they are in the database, for reading and review.
-- login-guard.store.ts calls login_guard_reserve, login_guard_settle, and
-- login_guard_settle_successes; decision 0003 says why it works this way.
--
-- Only migrations change the database. To change a function, change it here and copy its CREATE OR
-- REPLACE statement into a new migration: login-guard.sql.db.test.ts compares this file to the
-- migrated database.
--
-- A row of login_guard is a budget: key (SHA-256 of its kind and value), failures since the window
-- began, pending (the deadline of each unsettled attempt), window_ends_at and locked_until.

-- Takes one attempt from its budgets before the password is checked: from the device's own budget
-- if the account knows the device, otherwise from those of the email address and the client
-- address, both or neither. `email_key` is null if the email address is not charged. `decision` is
--   admitted  the attempt is pending in every charged budget until `deadline`
--   locked    a budget is locked until `until`; `held` names it (if both are, the client address's)
--   wait      unsettled attempts use up the rest of the budget `held`
-- An unknown email address takes the same path with the same number of lookups.
-- Plan: primary key lookups in login_guard and known_devices, and the unique index of users.email.
CREATE OR REPLACE FUNCTION login_guard_reserve(
  email_key bytea, ip_key bytea, device_key bytea, device_hash bytea, email text,
  email_limit integer, ip_limit integer, lockout_seconds double precision, at timestamptz,
  deadline timestamptz, note text DEFAULT NULL,
  OUT decision text, OUT until timestamptz, OUT held bytea, OUT known_device boolean
) LANGUAGE plpgsql AS $$
DECLARE
  lockout interval := make_interval(secs => lockout_seconds);
  keys bytea[];
  limits integer[];
  budgets text[];
  counter login_guard;
  owner uuid;
BEGIN
  -- All attempts from a busy address share one row, so the commit does not wait for the disk. A
  -- crash of the database server can lose the last counts, but guessing cannot cause one.
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
  ELSIF email_key IS NULL THEN
    keys := ARRAY[ip_key];
    limits := ARRAY[ip_limit];
    budgets := ARRAY['address'];
  ELSIF email_key < ip_key THEN
    keys := ARRAY[email_key, ip_key];
    limits := ARRAY[email_limit, ip_limit];
    budgets := ARRAY['email', 'address'];
  ELSE
    keys := ARRAY[ip_key, email_key];
    limits := ARRAY[ip_limit, email_limit];
    budgets := ARRAY['address', 'email'];
  END IF;

  -- A lock never ends early, so it is found by reading alone: a flood against a locked budget
  -- writes nothing.
  SELECT max(locked_until), (array_agg(key ORDER BY key = ip_key DESC))[1] INTO until, held
    FROM login_guard WHERE key = ANY (keys) AND locked_until > at;
  IF until IS NOT NULL THEN
    decision := 'locked';
    RETURN;
  END IF;

  decision := 'admitted';
  FOR i IN 1 .. cardinality(keys) LOOP
    counter := login_guard_open(keys[i], limits[i], lockout, at, budgets[i], note);
    IF counter.locked_until IS NOT NULL THEN
      held := CASE WHEN decision = 'locked' AND held = ip_key THEN held ELSE keys[i] END;
      decision := 'locked';
      until := greatest(until, counter.locked_until);
    ELSIF decision = 'admitted'
        AND counter.failures + cardinality(counter.pending) >= limits[i] THEN
      decision := 'wait';
      held := keys[i];
    END IF;
  END LOOP;

  IF decision = 'admitted' THEN
    UPDATE login_guard SET pending = pending || login_guard_reserve.deadline WHERE key = ANY (keys);
  END IF;
END;
$$;

-- Records how a reserved attempt ended: `failed` counts in every charged budget, `succeeded` clears
-- `account_key` (an email address's or a device's) but never a client address's, `released` leaves
-- the budgets as if the attempt had not been made. An attempt that is no longer pending was counted
-- at its deadline, so nothing is left to do. `account_key` is null if only the client address was
-- charged.
-- Plan: primary key lookups in login_guard.
CREATE OR REPLACE FUNCTION login_guard_settle(
  account_key bytea, account_limit integer, ip_key bytea, ip_limit integer,
  outcome text, lockout_seconds double precision, at timestamptz, deadline timestamptz,
  note text DEFAULT NULL
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
        CASE WHEN guard_key = account_key THEN account_limit ELSE ip_limit END,
        make_interval(secs => lockout_seconds));
    ELSIF outcome = 'succeeded' AND guard_key = account_key AND counter.locked_until IS NULL THEN
      counter.failures := 0;
    END IF;
    UPDATE login_guard SET failures = counter.failures, pending = counter.pending,
      window_ends_at = counter.window_ends_at, locked_until = counter.locked_until
      WHERE key = guard_key;
    IF note IS NOT NULL AND counter.locked_until IS NOT NULL
        AND counter.locked_until IS DISTINCT FROM locked_before THEN
      PERFORM login_guard_record_lock(note, CASE
        WHEN guard_key IS NOT DISTINCT FROM ip_key THEN 'address'
        WHEN ip_key IS NULL THEN 'device' ELSE 'email' END, counter, at);
    END IF;
  END LOOP;
END;
$$;

-- Settles several attempts that succeeded, as login_guard_settle does one, and changes each budget
-- only once. Locks the budgets in the order of their keys.
-- Plan: primary key lookups in login_guard.
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

-- Locks the row of one budget, creates it if needed, and brings it up to date. Callers open several
-- budgets in the order of their keys, so two attempts never deadlock.
CREATE OR REPLACE FUNCTION login_guard_open(
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

  -- Attempts not settled by their deadline failed at their deadline: a crash buys no guesses.
  SELECT count(*), max(deadline) INTO dead, died_at
    FROM unnest(counter.pending) AS deadline WHERE deadline <= at;
  IF dead > 0 THEN
    counter.pending := ARRAY(
      SELECT deadline FROM unnest(counter.pending) AS deadline WHERE deadline > at);
    counter := login_guard_fail(counter, dead, died_at, max_failures, lockout);
  END IF;

  IF counter.locked_until <= at
      OR (counter.locked_until IS NULL AND counter.window_ends_at <= at) THEN
    counter.failures := 0;
    counter.locked_until := NULL;
    counter.window_ends_at := at + lockout;
  END IF;

  IF counter IS DISTINCT FROM found_as THEN
    UPDATE login_guard SET failures = counter.failures, pending = counter.pending,
      window_ends_at = counter.window_ends_at, locked_until = counter.locked_until
      WHERE key = guard_key;
    -- A lock that an attempt past its deadline began.
    IF note IS NOT NULL AND counter.locked_until IS NOT NULL
        AND counter.locked_until IS DISTINCT FROM found_as.locked_until THEN
      PERFORM login_guard_record_lock(note, budget, counter, at);
    END IF;
  END IF;
  RETURN counter;
END;
$$;

-- `counter` after `times` failures at `at`. During a lock, nothing counts or extends it. After a
-- lock or a window, counting starts over. A window begins with its first failure. Reaching the
-- limit locks for the length of a window.
CREATE OR REPLACE FUNCTION login_guard_fail(
  counter login_guard, times integer, at timestamptz, max_failures integer, lockout interval)
RETURNS login_guard LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF counter.locked_until > at THEN
    RETURN counter;
  END IF;
  IF counter.locked_until IS NOT NULL OR counter.window_ends_at <= at THEN
    counter.failures := 0;
    counter.locked_until := NULL;
  END IF;
  IF counter.failures = 0 THEN
    counter.window_ends_at := at + lockout;
  END IF;
  counter.failures := counter.failures + times;
  IF counter.failures >= max_failures THEN
    counter.locked_until := at + lockout;
    counter.window_ends_at := counter.locked_until;
  END IF;
  RETURN counter;
END;
$$;

-- Writes the audit record of a lock, in the transaction that begins the lock. `note` is JSON that
-- describes the request: action, surface, email, address, ip, user_agent, request_id, and the ids
-- for two records, because one request can begin two locks. It is passed as text, because most
-- attempts begin no lock and need not parse it. An email address without an account costs the same
-- lookup and the same record.
CREATE OR REPLACE FUNCTION login_guard_record_lock(
  note text, budget text, counter login_guard, at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  act jsonb := note::jsonb;
BEGIN
  INSERT INTO audit_records (
    id, occurred_at, action, outcome, target_type, target_id, ip, user_agent, request_id, details)
  VALUES (
    (act->>CASE budget WHEN 'address' THEN 'address_record' ELSE 'account_record' END)::uuid,
    at, act->>'action', 'ok',
    CASE WHEN budget <> 'address' THEN 'user' END,
    CASE WHEN budget <> 'address' THEN (SELECT id FROM users WHERE email = act->>'email') END,
    act->>'ip', act->>'user_agent', act->>'request_id',
    jsonb_build_object('surface', act->'surface', 'budget', budget, 'failures', counter.failures,
      'until', to_char(counter.locked_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      || CASE budget WHEN 'address' THEN jsonb_build_object('address', act->'address')
        ELSE jsonb_build_object('email', act->'email') END);
END;
$$;

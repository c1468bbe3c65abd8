-- An attempt may be charged to the client address alone (`email_key` is null). Before, it had to
-- bring a key of its own, and left a row of login_guard behind that nothing read again.
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

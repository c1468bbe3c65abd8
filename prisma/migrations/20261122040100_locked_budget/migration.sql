-- Whoever is locked out learns whether that is because of their network: `held` now also names the budget of a lock, the address's
-- where that is locked (possibly beside the other one). Nothing else changes.
CREATE OR REPLACE FUNCTION login_guard_reserve(
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

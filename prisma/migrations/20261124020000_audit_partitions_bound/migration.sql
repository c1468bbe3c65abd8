-- First of three steps that partition the audit trail by month (docs/decisions/0031-audit-partitions.md). The existing records become
-- one partition, which ends where the month after next begins. This constraint proves that, so that attaching it scans nothing.

-- The smallest UUIDv7 of an instant.
CREATE FUNCTION audit_first_id(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex(floor(extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- The start of a month in UTC, so many months after that of an instant.
CREATE FUNCTION audit_month(at timestamptz, later integer) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT (date_trunc('month', at AT TIME ZONE 'UTC') + make_interval(months => later)) AT TIME ZONE 'UTC'
$$;

-- Waits for a table without making others wait long behind it: a lock that is not free within half a second is asked for again.
CREATE FUNCTION audit_lock_patiently(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR attempt IN 1..600 LOOP
    BEGIN
      SET LOCAL lock_timeout = '500ms';
      EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', name);
      SET LOCAL lock_timeout = 0;
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.5);
    END;
  END LOOP;
  RAISE EXCEPTION 'the table % is in use by a long transaction', name USING ERRCODE = 'lock_not_available';
END;
$$;

DO $$
DECLARE
  bound uuid := audit_first_id(audit_month(now(), 2));
BEGIN
  PERFORM audit_lock_patiently('audit_records');
  -- An id beyond the bound comes from a clock that was wrong. The third step then moves it and scans.
  IF EXISTS (SELECT FROM audit_records) AND NOT EXISTS (SELECT FROM audit_records WHERE id >= bound) THEN
    EXECUTE format('ALTER TABLE audit_records ADD CONSTRAINT audit_records_before CHECK (id < %L::uuid) NOT VALID', bound);
  END IF;
END;
$$;

-- Counts the users from before. Each statement reads the users and the changes counted since in one snapshot, so the difference
-- is exact although users change meanwhile.
DO $$
BEGIN
  -- Already counted, by an earlier text of the previous migration.
  IF EXISTS (SELECT FROM user_totals) THEN
    RETURN;
  END IF;
  INSERT INTO user_totals (status, users, with_second_factor)
    SELECT status, sum(users), sum(with_second_factor) FROM (
      SELECT status, count(*) AS users, count(mfa_enabled_at) AS with_second_factor FROM users GROUP BY status
      UNION ALL
      SELECT status, -users, -with_second_factor FROM user_total_changes) counted
    GROUP BY status;
  INSERT INTO activity_hours AS present (hour, sign_ups)
    SELECT hour, sum(sign_ups) FROM (
      SELECT date_trunc('hour', created_at, 'UTC') AS hour, count(*) AS sign_ups
        FROM users WHERE invited_at IS NULL GROUP BY 1
      UNION ALL
      SELECT hour, -sign_ups FROM user_total_changes) counted
    GROUP BY hour
    ON CONFLICT (hour) DO UPDATE SET sign_ups = EXCLUDED.sign_ups;
  INSERT INTO activity_hours AS present (hour, api_sign_ins)
    SELECT date_trunc('hour', a.occurred_at, 'UTC'), count(*)
    FROM audit_records a JOIN audit_seals s ON s.record_id = a.id
    WHERE a.action = 'session.created' AND a.details ->> 'surface' = 'api'
      AND s.seq <= (SELECT counted_up_to FROM activity_progress WHERE id = 1)
    GROUP BY 1
    ON CONFLICT (hour) DO UPDATE SET api_sign_ins = EXCLUDED.api_sign_ins;
END $$;

-- PL/pgSQL keeps the plan of its statements, and SQL functions do not: planning took most of the time of a statement that
-- ended thousands of sessions, which must not exceed the statement timeout. The statement is the same as before.
CREATE OR REPLACE FUNCTION webhook_queue_event(act text, about jsonb, details jsonb, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (id, endpoint_id, event, data, occurred_at, next_attempt_at)
  SELECT uuid_v7(at), s.endpoint_id, s.event, about || jsonb_strip_nulls(COALESCE((
    SELECT jsonb_object_agg(f.key, details #>> string_to_array(f.value, '.')) FROM jsonb_each_text(s.fields) f), '{}')), at, at
  FROM webhook_subscriptions s JOIN webhook_endpoints e ON e.id = s.endpoint_id
  WHERE s.source = act AND e.disabled_at IS NULL AND details @> s.condition;
END;
$$;

-- Details of the act that the event contains besides IDs: their names, with their paths in the details (such as after.status).
ALTER TABLE "webhook_subscriptions" ADD COLUMN "fields" JSONB NOT NULL DEFAULT '{}';

CREATE OR REPLACE FUNCTION webhook_queue_event(act text, about jsonb, details jsonb, at timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_deliveries (id, endpoint_id, event, data, occurred_at, next_attempt_at)
  SELECT uuid_v7(at), s.endpoint_id, s.event, about || jsonb_strip_nulls(COALESCE((
    SELECT jsonb_object_agg(f.key, details #>> string_to_array(f.value, '.')) FROM jsonb_each_text(s.fields) f), '{}')), at, at
  FROM webhook_subscriptions s JOIN webhook_endpoints e ON e.id = s.endpoint_id
  WHERE s.source = act AND e.disabled_at IS NULL AND details @> s.condition
$$;

-- No audit record is written when a bulk notification has been sent to everyone, so its event follows the row. Canceling one has a
-- record, and an event of its own.
CREATE FUNCTION notification_batches_queue_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_queue_event('notification:finished', jsonb_build_object('notification_id', NEW.id),
    jsonb_build_object('status', NEW.status), NEW.finished_at);
  RETURN NULL;
END;
$$;
CREATE TRIGGER notification_batches_queue_event AFTER UPDATE OF "finished_at" ON "notification_batches" FOR EACH ROW
  WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL AND NEW.status <> 'cancelled')
  EXECUTE FUNCTION notification_batches_queue_event();

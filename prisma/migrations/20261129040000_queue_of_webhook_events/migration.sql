-- Events that have no deliveries yet.
CREATE TABLE "webhook_events" (
    "id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "about" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- One statement may end thousands of sessions, so it writes one row for each, however many webhooks subscribed.
CREATE OR REPLACE FUNCTION session_families_queue_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_events (id, source, about, occurred_at)
  SELECT uuid_v7(NEW.revoked_at), 'session:revoked', jsonb_build_object('session_id', NEW.id, 'user_id', NEW.user_id),
    NEW.revoked_at
  WHERE EXISTS (
    SELECT FROM webhook_subscriptions s JOIN webhook_endpoints e ON e.id = s.endpoint_id
    WHERE s.source = 'session:revoked' AND e.disabled_at IS NULL);
  RETURN NULL;
END;
$$;

CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "events" TEXT[],
    "secret" BYTEA NOT NULL,
    "previous_secret" BYTEA,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_endpoints_disabled_check" CHECK (("disabled_at" IS NULL) = ("disabled_reason" IS NULL))
);

CREATE TABLE "webhook_subscriptions" (
    "endpoint_id" UUID NOT NULL,
    "source" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "condition" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "webhook_subscriptions_pkey" PRIMARY KEY ("source", "endpoint_id", "event")
);
CREATE INDEX "webhook_subscriptions_endpoint_id_idx" ON "webhook_subscriptions"("endpoint_id");

CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "last_attempt_at" TIMESTAMPTZ(3),
    "duration_ms" INTEGER,
    "response_status" INTEGER,
    "response_excerpt" TEXT,
    "error" TEXT,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_deliveries_status_check" CHECK ("status" IN ('pending', 'delivered', 'failed'))
);
CREATE INDEX "webhook_deliveries_endpoint_id_id_idx" ON "webhook_deliveries"("endpoint_id", "id" DESC);
CREATE INDEX "webhook_deliveries_occurred_at_idx" ON "webhook_deliveries"("occurred_at");
-- The queue of each endpoint.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("endpoint_id", "next_attempt_at", "id") WHERE "status" = 'pending';

-- A UUIDv7 (RFC 9562 §5.7): the time in milliseconds, then the random bits of a UUIDv4 with its version raised to 7.
CREATE FUNCTION uuid_v7(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send(floor(extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- An event is written in the transaction of its act, for each enabled endpoint that subscribed to it. Without one,
-- this reads one entry of an index.
CREATE FUNCTION webhook_queue_event(act text, about jsonb, details jsonb, at timestamptz) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_deliveries (id, endpoint_id, event, data, occurred_at, next_attempt_at)
  SELECT uuid_v7(at), s.endpoint_id, s.event, about, at, at
  FROM webhook_subscriptions s JOIN webhook_endpoints e ON e.id = s.endpoint_id
  WHERE s.source = act AND e.disabled_at IS NULL AND details @> s.condition
$$;

CREATE FUNCTION audit_records_queue_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_subscriptions WHERE source = NEW.action) THEN
    PERFORM webhook_queue_event(NEW.action, jsonb_strip_nulls(jsonb_build_object(
      NEW.target_type || '_id', NEW.target_id, 'actor_id', NEW.actor_id)), NEW.details, NEW.occurred_at);
  END IF;
  RETURN NULL;
END;
$$;
-- Sign-ins are not events: they don't even call the function.
CREATE TRIGGER audit_records_queue_event AFTER INSERT ON "audit_records" FOR EACH ROW
  WHEN (NEW.outcome = 'ok' AND NEW.target_type IS NOT NULL AND split_part(NEW.action, '.', 1) <> 'session')
  EXECUTE FUNCTION audit_records_queue_event();

-- Sessions end in many ways, also many at once, so their event follows the row. Refreshing doesn't set the column.
CREATE FUNCTION session_families_queue_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_queue_event('session:revoked', jsonb_build_object('session_id', NEW.id, 'user_id', NEW.user_id),
    '{}', NEW.revoked_at);
  RETURN NULL;
END;
$$;
CREATE TRIGGER session_families_queue_event AFTER UPDATE OF "revoked_at" ON "session_families" FOR EACH ROW
  WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION session_families_queue_event();

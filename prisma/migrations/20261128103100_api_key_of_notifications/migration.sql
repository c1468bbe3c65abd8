-- The API key that created a notification. “This wasn't me” cancels what was sent with keys that an intruder
-- created for service accounts. Null if a session created it, in rows from before the column, and in those
-- of an older version that runs beside this one.
ALTER TABLE notification_batches ADD COLUMN api_key_id uuid;

-- Outside a transaction, so that messages still arrive. An erasure searches for their senders.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "contact_messages_email_idx" ON "contact_messages" (lower("email"));

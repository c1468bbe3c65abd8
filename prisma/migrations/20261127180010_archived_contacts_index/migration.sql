-- Outside a transaction, so that messages still arrive. The archived messages, those archived longest ago first: a job deletes them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "contact_messages_archived_idx" ON "contact_messages"("handled_at", "id")
  WHERE "status" = 'archived';

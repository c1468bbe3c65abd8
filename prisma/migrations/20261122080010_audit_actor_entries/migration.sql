-- Outside a transaction, so that writes go on.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_records_actor_entries_idx" ON "audit_records"("actor_id", "occurred_at" DESC, "id" DESC)
  WHERE "action" NOT IN ('user.imported', 'user_import.finished', 'user_import.stopped');

-- Outside a transaction, so that writes go on.
-- The users that one import created.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_records_import_idx"
  ON "audit_records"(("details" ->> 'import_id'), "occurred_at" DESC, "id" DESC)
  WHERE "action" = 'user.imported';

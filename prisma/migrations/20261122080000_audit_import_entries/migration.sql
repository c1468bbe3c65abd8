-- Outside a transaction, so that writes go on.
-- Replaces f655551d9db1ee8c8be4c9687ec1b5ad4daef7a0da6b4fd52ac49763f218d55c
-- The audit page shows an import of users as one entry: its start. What the import then did record by record is left out of that list,
-- by the same condition as in lib/audit/audit-list.store.ts. This index and the next one hold only what remains, so that a page is one
-- range of one of them, however many users were imported in between.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_records_entries_idx" ON "audit_records"("occurred_at" DESC, "id" DESC)
  WHERE "action" NOT IN ('user.imported', 'user_import.finished', 'user_import.stopped');

-- The audit page shows an import of users as one entry: its start. What the import then did record by record is left out of that list,
-- by the same condition as in lib/audit/audit-list.store.ts. These two indexes hold only what remains, so that a page is one range of
-- one of them, however many users were imported in between.
CREATE INDEX "audit_records_entries_idx" ON "audit_records"("occurred_at" DESC, "id" DESC)
  WHERE "action" NOT IN ('user.imported', 'user_import.finished', 'user_import.stopped');
CREATE INDEX "audit_records_actor_entries_idx" ON "audit_records"("actor_id", "occurred_at" DESC, "id" DESC)
  WHERE "action" NOT IN ('user.imported', 'user_import.finished', 'user_import.stopped');

-- The users that one import created.
CREATE INDEX "audit_records_import_idx" ON "audit_records"(("details" ->> 'import_id'), "occurred_at" DESC, "id" DESC)
  WHERE "action" = 'user.imported';

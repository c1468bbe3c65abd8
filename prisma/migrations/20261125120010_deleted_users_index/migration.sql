-- Outside a transaction, so that writes go on.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_erase_due_idx" ON "users" ((COALESCE("deleted_at", "updated_at")))
  WHERE "status" = 'deleted';

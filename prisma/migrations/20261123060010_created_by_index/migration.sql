-- Outside a transaction, so that writes go on.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_created_by_idx" ON "users"("created_by")
  WHERE "created_by" IS NOT NULL;

-- Outside a transaction. The few sessions that end with another user's session or permissions.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "session_families_impersonated_by_idx" ON "session_families"("impersonated_by")
  WHERE "impersonated_by" IS NOT NULL;

-- Outside a transaction, so that writes go on.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_seals_whole_idx" ON "audit_seals"("seq")
  WHERE "personal_digest" IS NULL;

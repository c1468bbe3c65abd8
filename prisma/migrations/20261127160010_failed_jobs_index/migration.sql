-- Outside a transaction, so that jobs are still queued.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "jobs_failed_idx" ON "jobs"("failed_at") WHERE "failed_at" IS NOT NULL;

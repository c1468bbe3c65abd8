-- Outside a transaction, so that jobs are still queued. In the order in which jobs are claimed, which therefore stops early.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "jobs_due_idx" ON "jobs"("kind", "run_at", "id") WHERE "failed_at" IS NULL;

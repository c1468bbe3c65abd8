-- Replaced by jobs_due_idx and jobs_failed_idx.
-- DropIndex
DROP INDEX "jobs_failed_at_run_at_idx";

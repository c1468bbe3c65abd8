-- Outside a transaction. Replaced by "notification_mails_due_idx" and "notification_mails_outcome_idx".
DROP INDEX CONCURRENTLY IF EXISTS "notification_mails_batch_id_outcome_due_at_idx";

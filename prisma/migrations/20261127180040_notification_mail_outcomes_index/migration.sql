-- Outside a transaction, so that notifications are still sent. What is counted and deleted once it has an outcome; emails that wait
-- are in "notification_mails_due_idx".
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notification_mails_outcome_idx" ON "notification_mails"("batch_id")
  WHERE "outcome" IS NOT NULL;

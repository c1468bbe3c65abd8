-- Outside a transaction, so that notifications are still sent. In the order in which a batch is sent: PostgreSQL takes no order
-- from the index that has "outcome" before "due_at".
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notification_mails_due_idx" ON "notification_mails"("batch_id", "due_at", "user_id")
  WHERE "outcome" IS NULL;

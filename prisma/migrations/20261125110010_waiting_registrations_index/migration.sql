-- Outside a transaction. The queue of the administrators who approve registrations, oldest first.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_awaiting_approval_idx" ON "users"("email_verified_at", "id")
  WHERE "approval_requested_at" IS NOT NULL AND "status" = 'pending' AND "email_verified_at" IS NOT NULL;

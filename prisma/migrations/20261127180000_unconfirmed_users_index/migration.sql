-- Outside a transaction, so that registrations go on. The registrations that no one confirmed, oldest first: a job deletes them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_unconfirmed_idx" ON "users"("created_at", "id")
  WHERE "status" = 'pending' AND "invited_at" IS NULL AND "first_verified_at" IS NULL;

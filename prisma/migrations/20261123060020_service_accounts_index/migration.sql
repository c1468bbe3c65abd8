-- Outside a transaction, so that writes go on.
-- Few: the list finds them here instead of reading everyone.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_service_idx" ON "users"("id") WHERE "kind" = 'service';

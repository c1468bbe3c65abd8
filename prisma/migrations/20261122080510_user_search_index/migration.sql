-- Outside a transaction, so that writes go on.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_trigrams_idx" ON "users" USING gin ("email" gin_trgm_ops, "name_key" gin_trgm_ops);

-- Finds people by any part of their address or name. pg_trgm comes with PostgreSQL; any owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX "users_trigrams_idx" ON "users" USING gin ("email" gin_trgm_ops, "name_key" gin_trgm_ops);

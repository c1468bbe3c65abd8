-- Outside a transaction, so that writes go on.
-- The people whom an import created without a password, in the order in which they are invited.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_uninvited_idx" ON "users"("import_id", "id")
  WHERE "import_id" IS NOT NULL AND "password_hash" IS NULL;

-- Outside a transaction, so that writes go on.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "users_avatar_upload_id_key" ON "users"("avatar_upload_id");

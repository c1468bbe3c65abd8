-- Outside a transaction. The few items that name another user.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "inbox_items_about_user_id_idx" ON "inbox_items"("about_user_id", "id")
  WHERE "about_user_id" IS NOT NULL;

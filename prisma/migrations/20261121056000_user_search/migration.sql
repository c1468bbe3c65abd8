-- Each order of the list of users carries whatever the list is searched, filtered and sorted by: candidates are told from the index
-- alone. All of it was in an index before, so that no write that could do without the indexes has to touch them now.
DROP INDEX "users_created_at_id_idx";
DROP INDEX "users_email_id_idx";
DROP INDEX "users_name_key_id_idx";
CREATE INDEX "users_by_date_idx" ON "users"("created_at", "id", "email", "name_key", "status");
CREATE INDEX "users_by_email_idx" ON "users"("email" COLLATE "C", "id", "name_key", "created_at", "status");
CREATE INDEX "users_by_name_idx" ON "users"("name_key", "id", "email", "created_at", "status");
-- For the holders of a role, who are found by their ids.
CREATE INDEX "users_by_id_idx" ON "users"("id", "created_at", "email", "name_key", "status");

-- Outside a transaction. Deleting a user looks up the invitations that they sent.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_import_invitations_actor_id_idx" ON "user_import_invitations"("actor_id");

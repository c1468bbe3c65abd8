-- Outside a transaction, so that sign-ins go on. Deactivating or deleting a user deletes those that wait at their address.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "unproven_sign_ins_email_idx" ON "unproven_sign_ins" (lower("email"));

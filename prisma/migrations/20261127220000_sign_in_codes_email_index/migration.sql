-- Outside a transaction, so that sign-ins go on. Deactivating or deleting a user deletes the codes for their address.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sign_in_codes_email_idx" ON "sign_in_codes"("email");

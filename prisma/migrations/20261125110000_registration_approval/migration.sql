-- Set by a registration that an administrator must approve, and removed when the account is activated. Until then the database itself
-- refuses to activate it, because an instance of an earlier version that still serves knows nothing of approval.
ALTER TABLE "users" ADD COLUMN "approval_requested_at" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD CONSTRAINT "users_approval_check"
  CHECK ("approval_requested_at" IS NULL OR "status" <> 'active') NOT VALID;

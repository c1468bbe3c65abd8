-- Set on a session in which an administrator views the service as its owner. They stay for as long as the session does: a session
-- that lost them would become the owner's own. So they reference nothing, and name a user who may have been erased since.
ALTER TABLE "session_families" ADD COLUMN "impersonated_by" UUID, ADD COLUMN "impersonator_session_id" UUID;
ALTER TABLE "session_families" ADD CONSTRAINT "session_families_impersonation_check"
  CHECK (("impersonated_by" IS NULL) = ("impersonator_session_id" IS NULL)) NOT VALID;

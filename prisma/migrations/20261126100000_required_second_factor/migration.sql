-- Null: the default. On for "admin" in production, off for every other role.
ALTER TABLE "roles" ADD COLUMN "requires_mfa" BOOLEAN;

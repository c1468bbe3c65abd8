ALTER TABLE "users" VALIDATE CONSTRAINT "users_approval_check";

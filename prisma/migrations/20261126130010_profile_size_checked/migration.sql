ALTER TABLE "users" VALIDATE CONSTRAINT "users_profile_check";

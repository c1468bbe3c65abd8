ALTER TABLE "session_families" VALIDATE CONSTRAINT "session_families_impersonation_check";

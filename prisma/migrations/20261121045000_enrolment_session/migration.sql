-- A pending secret belongs to the session that it was shown to. What is pending now (ten minutes at most) is begun again.
DELETE FROM "mfa_enrolments";

-- AlterTable
ALTER TABLE "mfa_enrolments" ADD COLUMN     "session_id" UUID NOT NULL;

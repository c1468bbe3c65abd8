-- AlterTable
ALTER TABLE "email_tokens" ADD COLUMN "session_id" UUID;

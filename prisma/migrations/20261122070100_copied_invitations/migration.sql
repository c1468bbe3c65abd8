-- AlterTable
ALTER TABLE "email_tokens" ADD COLUMN "issued_by" UUID;

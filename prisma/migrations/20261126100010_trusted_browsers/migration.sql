-- AlterTable
ALTER TABLE "known_devices" ADD COLUMN "trusted_until" TIMESTAMPTZ(3);

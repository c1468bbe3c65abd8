-- Where the removal of the values of a deleted field continues.
-- AlterTable
ALTER TABLE "profile_fields" ADD COLUMN "erased_up_to" UUID;

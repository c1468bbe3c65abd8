-- The other user whom an inbox item names: it is deleted with their account.
ALTER TABLE "inbox_items" ADD COLUMN "about_user_id" UUID;

-- What others may have searched for besides addresses; forgotten when the erasure is finished.
ALTER TABLE "account_erasures" ADD COLUMN "names" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "account_erasures" DROP CONSTRAINT "account_erasures_finished_check";
ALTER TABLE "account_erasures" ADD CONSTRAINT "account_erasures_finished_check" CHECK (
  "finished_at" IS NULL OR ("addresses" = '{}' AND "own_addresses" = '{}' AND "names" = '{}'));

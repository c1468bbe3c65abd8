-- The default is only for accounts that exist by now: whether they have ever been signed in to is not
-- known, so they count as such. It is evaluated once, and no row is rewritten.
ALTER TABLE "users" ADD COLUMN "first_signed_in_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "users" ALTER COLUMN "first_signed_in_at" DROP DEFAULT;

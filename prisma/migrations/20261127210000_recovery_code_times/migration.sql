-- When a code was created; unknown for existing ones. The default is for those of the previous version, which still serves.
ALTER TABLE "recovery_codes" ADD COLUMN "created_at" TIMESTAMPTZ(3);
ALTER TABLE "recovery_codes" ALTER COLUMN "created_at" SET DEFAULT CURRENT_TIMESTAMP;

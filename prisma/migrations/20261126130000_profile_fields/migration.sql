-- CreateTable
CREATE TABLE "profile_fields" (
    "key" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "label_en" TEXT NOT NULL,
    "label_tr" TEXT NOT NULL,
    "max_length" INTEGER,
    "minimum" DOUBLE PRECISION,
    "maximum" DOUBLE PRECISION,
    "options" TEXT[],
    "required" BOOLEAN NOT NULL,
    "readable_by" TEXT NOT NULL,
    "writable_by" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "profile_fields_pkey" PRIMARY KEY ("key")
);

-- A constant default: no row is rewritten.
ALTER TABLE "users" ADD COLUMN "profile" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "registration_attempts" ADD COLUMN "profile" JSONB NOT NULL DEFAULT '{}';

-- The limit holds whatever writes are concurrent (MAX_PROFILE_BYTES in lib/profile-fields).
ALTER TABLE "users" ADD CONSTRAINT "users_profile_check"
  CHECK (jsonb_typeof("profile") = 'object' AND octet_length("profile"::text) <= 8192) NOT VALID;

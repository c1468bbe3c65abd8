-- Replaces 2bc7a52f3db3168a896a0bba002d745e2dbde07a8668743162a94c3be190ac54
CREATE TYPE "upload_purpose" AS ENUM ('file', 'avatar', 'attachment', 'logo');
CREATE TYPE "upload_status" AS ENUM ('pending', 'stored', 'deleting');

-- Uploaded files. The bytes are in the storage under `storage_key`; whatever is there has a row here.
CREATE TABLE "uploads" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" "upload_purpose" NOT NULL,
    "status" "upload_status" NOT NULL DEFAULT 'pending',
    "storage_key" TEXT NOT NULL,
    "file_name" TEXT,
    "content_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    -- When the current status began: what stays pending or deleting for long is swept.
    "status_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "uploads_size_check" CHECK ("size" > 0),
    CONSTRAINT "uploads_sha256_check" CHECK (length("sha256") = 32),
    CONSTRAINT "uploads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "uploads_storage_key_key" ON "uploads"("storage_key");
CREATE INDEX "uploads_user_id_status_id_idx" ON "uploads"("user_id", "status", "id" DESC);
CREATE INDEX "uploads_status_status_at_idx" ON "uploads"("status", "status_at");

-- The picture of a user: one of their uploads.
ALTER TABLE "users" ADD COLUMN "avatar_upload_id" UUID;
ALTER TABLE "users" ADD CONSTRAINT "users_avatar_upload_id_fkey"
  FOREIGN KEY ("avatar_upload_id") REFERENCES "uploads"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- Reads the whole table, and lets reads and writes go on.
ALTER TABLE "users" VALIDATE CONSTRAINT "users_avatar_upload_id_fkey";

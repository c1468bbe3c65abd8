-- Reads the whole table, and lets reads and writes go on.
ALTER TABLE "uploads" VALIDATE CONSTRAINT "uploads_user_id_fkey", VALIDATE CONSTRAINT "uploads_owner_check";

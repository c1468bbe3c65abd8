-- Reads the whole table, and lets reads and writes go on.
ALTER TABLE "users" VALIDATE CONSTRAINT "users_created_by_fkey";

-- Reads the whole table, and lets reads and writes go on.
ALTER TABLE "users"
  VALIDATE CONSTRAINT "users_phone_is_e164",
  VALIDATE CONSTRAINT "users_phone_verified_has_phone";

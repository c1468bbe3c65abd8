-- AlterEnum
ALTER TYPE "email_token_kind" ADD VALUE 'invitation';

-- What a name or address is found and sorted by: compatibility form without marks and without regard to case, the same on
-- every server whatever its locale. Turkish İ, I, ı and i are one letter here, so that nobody has to know which was meant.
-- One character can become eighteen: cut to what an index takes.
CREATE FUNCTION search_key(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(translate(
    regexp_replace(normalize(coalesce(given, ''), NFKD), '[\u0300-\u036f]', '', 'g') COLLATE "C",
    'ABCDEFGHIJKLMNOPQRSTUVWXYZıØĐŁŊÞÐÆŒΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐӘҒҚҢӨҰҮҺ',
    'abcdefghijklmnopqrstuvwxyziøđłŋþðæœαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґәғқңөұүһ'), 200)
$$;

-- AlterTable
ALTER TABLE "users"
  ADD COLUMN "name_key" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (search_key("name")) STORED,
  ADD COLUMN "status_before_deletion" "user_status",
  ADD COLUMN "invited_at" TIMESTAMPTZ(3);

-- Each order of the list of users, for all and for one status. Bytewise: ranges of it are what begins with a text.
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at", "id");
CREATE INDEX "users_status_created_at_id_idx" ON "users"("status", "created_at", "id");
CREATE INDEX "users_email_id_idx" ON "users"("email" COLLATE "C", "id");
CREATE INDEX "users_status_email_id_idx" ON "users"("status", "email" COLLATE "C", "id");
CREATE INDEX "users_name_key_id_idx" ON "users"("name_key", "id");
CREATE INDEX "users_status_name_key_id_idx" ON "users"("status", "name_key", "id");

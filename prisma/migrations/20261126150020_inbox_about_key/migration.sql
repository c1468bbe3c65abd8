ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_about_user_id_fkey"
  FOREIGN KEY ("about_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

ALTER TABLE "inbox_items" VALIDATE CONSTRAINT "inbox_items_about_user_id_fkey";

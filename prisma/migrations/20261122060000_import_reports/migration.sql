-- The name of the file that was imported, as far as it is known.
ALTER TABLE "user_imports" ADD COLUMN "file_name" TEXT;

-- The column of the file that a refused row was refused for; null where it is the whole row.
ALTER TABLE "user_import_rows" ADD COLUMN "column_name" TEXT;

-- What the row has in that column, cut short; never a password hash.
ALTER TABLE "user_import_rows" ADD COLUMN "value" TEXT;

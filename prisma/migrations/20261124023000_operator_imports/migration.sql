-- An import from the command line of the server has no user behind it.
ALTER TABLE "user_imports" ALTER COLUMN "actor_id" DROP NOT NULL;

-- Replaces 5dbf044c899bccd30a10539c3620f095eee29157b4b2dc5c55db604ffdae2ef5
-- Which import created a user. No foreign key: reports are deleted after thirty days, users are not.
ALTER TABLE "users" ADD COLUMN "import_id" UUID;

-- How many people the import created without a password, without those that were created as deactivated.
ALTER TABLE "user_imports" ADD COLUMN "without_password" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "user_import_invitations" (
    "import_id" UUID NOT NULL,
    "actor_id" UUID NOT NULL,
    "request" JSONB NOT NULL,
    "last_user_id" UUID,
    "invited" INTEGER NOT NULL DEFAULT 0,
    "stopped_because" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_import_invitations_pkey" PRIMARY KEY ("import_id")
);

-- AddForeignKey
ALTER TABLE "user_import_invitations" ADD CONSTRAINT "user_import_invitations_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "user_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_import_invitations" ADD CONSTRAINT "user_import_invitations_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

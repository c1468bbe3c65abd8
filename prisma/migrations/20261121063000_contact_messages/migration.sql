CREATE TYPE "contact_status" AS ENUM ('new', 'read', 'archived');

-- What strangers wrote by the contact form. Who handled a message may be gone one day; the message stays.
CREATE TABLE "contact_messages" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "status" "contact_status" NOT NULL DEFAULT 'new',
    "ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "handled_by" UUID,
    "handled_at" TIMESTAMPTZ(3),

    CONSTRAINT "contact_messages_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "contact_messages_handled_by_fkey" FOREIGN KEY ("handled_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "contact_messages_status_id_idx" ON "contact_messages"("status", "id" DESC);
CREATE INDEX "contact_messages_handled_by_idx" ON "contact_messages"("handled_by");

-- Files that the sender of a contact message attached: uploads of their own. Either end takes the row with it.
CREATE TABLE "contact_attachments" (
    "contact_id" UUID NOT NULL,
    "upload_id" UUID NOT NULL,

    CONSTRAINT "contact_attachments_pkey" PRIMARY KEY ("contact_id", "upload_id"),
    CONSTRAINT "contact_attachments_contact_id_fkey" FOREIGN KEY ("contact_id") REFERENCES "contact_messages"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "contact_attachments_upload_id_fkey" FOREIGN KEY ("upload_id") REFERENCES "uploads"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "contact_attachments_upload_id_idx" ON "contact_attachments"("upload_id");

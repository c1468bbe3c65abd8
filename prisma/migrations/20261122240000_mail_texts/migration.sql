-- Texts of mails that administrators wrote in place of the built-in ones.
CREATE TABLE "mail_text_overrides" (
    "kind" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "button" TEXT NOT NULL,
    "updated_by" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_text_overrides_pkey" PRIMARY KEY ("kind", "locale"),
    CONSTRAINT "mail_text_overrides_one_line" CHECK ("subject" !~ '[[:cntrl:]]' AND "button" !~ '[[:cntrl:]]'),
    CONSTRAINT "mail_text_overrides_updated_by_fkey" FOREIGN KEY ("updated_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE
);

CREATE INDEX "mail_text_overrides_updated_by_idx" ON "mail_text_overrides"("updated_by");

-- What somebody wrote and looks at before it is saved: one text each.
CREATE TABLE "mail_text_drafts" (
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "button" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_text_drafts_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "mail_text_drafts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

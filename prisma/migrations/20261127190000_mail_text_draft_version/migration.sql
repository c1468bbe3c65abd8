-- The version of the text that the draft replaces. Drafts from before count as outdated.
ALTER TABLE "mail_text_drafts" ADD COLUMN "base_version" TEXT;

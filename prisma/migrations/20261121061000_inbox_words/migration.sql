-- What the texts of a known kind are filled with: they are put into the reader's language when they are read.
ALTER TABLE "inbox_items" ADD COLUMN "params" JSONB NOT NULL DEFAULT '{}';

-- Browsers drop tabs and line breaks from an address: "/<tab>/evil.example" would lead elsewhere.
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_href_is_plain" CHECK ("href" ~ '^[!-~]*$');
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_are_bounded" CHECK (
    char_length("kind") <= 64 AND char_length("title") <= 200 AND char_length("body") <= 4000 AND char_length("href") <= 500);

-- When published keys took over from the secret for access tokens. Tokens of the secret that expire later than tokens from
-- before could are refused.
CREATE TABLE "signing_switch" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "switched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signing_switch_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "signing_switch_check" CHECK ("id" = 1)
);

INSERT INTO "signing_switch" ("switched_at") SELECT min("signs_from") FROM "signing_keys" HAVING count(*) > 0;

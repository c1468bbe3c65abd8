-- Sign-ins with a provider that wait for the link sent to an address that the provider has not verified.
CREATE TABLE "unproven_sign_ins" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA,
    "provider" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "browser_hash" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "locale" TEXT NOT NULL,
    "next_path" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unproven_sign_ins_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "unproven_sign_ins_token_hash_key" ON "unproven_sign_ins"("token_hash");
CREATE UNIQUE INDEX "unproven_sign_ins_provider_subject_browser_hash_key"
  ON "unproven_sign_ins"("provider", "subject", "browser_hash");
CREATE INDEX "unproven_sign_ins_expires_at_idx" ON "unproven_sign_ins"("expires_at");

-- When mails went to an address that need not belong to an account.
CREATE TABLE "address_mail_budgets" (
    "address_hash" BYTEA NOT NULL,
    "mail" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3)[],

    CONSTRAINT "address_mail_budgets_pkey" PRIMARY KEY ("address_hash", "mail")
);

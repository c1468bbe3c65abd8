-- AlterTable
ALTER TABLE "users" ADD COLUMN     "mfa_enabled_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "mfa_factors" (
    "user_id" UUID NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "last_step" BIGINT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failure_window_ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mfa_factors_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "mfa_enrolments" (
    "user_id" UUID NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mfa_enrolments_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","code_hash")
);

-- CreateTable
CREATE TABLE "mfa_challenges" (
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "surface" "surface" NOT NULL,
    "device_hash" BYTEA,
    "known_device" BOOLEAN NOT NULL,
    "amr" TEXT[],
    "password_checked" BOOLEAN NOT NULL,
    "password_changed_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "mfa_challenges_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "external_identities" (
    "provider" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "email" TEXT,
    "linked_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "external_identities_pkey" PRIMARY KEY ("provider","subject")
);

-- CreateTable
CREATE TABLE "oauth_flows" (
    "state_hash" BYTEA NOT NULL,
    "provider" TEXT NOT NULL,
    "surface" "surface" NOT NULL,
    "browser_hash" BYTEA NOT NULL,
    "link_user_id" UUID,
    "link_session_id" UUID,
    "next_path" TEXT,
    "redirect_uri" TEXT,
    "code_challenge" TEXT,
    "app_state" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_flows_pkey" PRIMARY KEY ("state_hash")
);

-- CreateTable
CREATE TABLE "oauth_handoffs" (
    "code_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "code_challenge" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_handoffs_pkey" PRIMARY KEY ("code_hash")
);

-- CreateIndex
CREATE INDEX "mfa_enrolments_expires_at_idx" ON "mfa_enrolments"("expires_at");

-- CreateIndex
CREATE INDEX "mfa_challenges_user_id_idx" ON "mfa_challenges"("user_id");

-- CreateIndex
CREATE INDEX "mfa_challenges_expires_at_idx" ON "mfa_challenges"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "external_identities_user_id_provider_key" ON "external_identities"("user_id", "provider");

-- CreateIndex
CREATE INDEX "oauth_flows_expires_at_idx" ON "oauth_flows"("expires_at");

-- CreateIndex
CREATE INDEX "oauth_flows_link_user_id_idx" ON "oauth_flows"("link_user_id");

-- CreateIndex
CREATE INDEX "oauth_handoffs_user_id_idx" ON "oauth_handoffs"("user_id");

-- CreateIndex
CREATE INDEX "oauth_handoffs_expires_at_idx" ON "oauth_handoffs"("expires_at");

-- AddForeignKey
ALTER TABLE "mfa_factors" ADD CONSTRAINT "mfa_factors_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mfa_enrolments" ADD CONSTRAINT "mfa_enrolments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mfa_challenges" ADD CONSTRAINT "mfa_challenges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "external_identities" ADD CONSTRAINT "external_identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_flows" ADD CONSTRAINT "oauth_flows_link_user_id_fkey" FOREIGN KEY ("link_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_handoffs" ADD CONSTRAINT "oauth_handoffs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

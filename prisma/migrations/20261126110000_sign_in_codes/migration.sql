-- CreateTable
CREATE TABLE "sign_in_codes" (
    "id" UUID NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "surface" "surface" NOT NULL,
    "email" TEXT NOT NULL,
    "user_id" UUID,
    "code_hash" BYTEA,
    "token_hash" BYTEA,
    "next_path" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "consumed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_codes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_codes_secret_hash_key" ON "sign_in_codes"("secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_codes_token_hash_key" ON "sign_in_codes"("token_hash");

-- CreateIndex
CREATE INDEX "sign_in_codes_user_id_idx" ON "sign_in_codes"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_codes_expires_at_idx" ON "sign_in_codes"("expires_at");

-- AddForeignKey
ALTER TABLE "sign_in_codes" ADD CONSTRAINT "sign_in_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Keys that sign access tokens, each from a time on. The private part is encrypted. The number
-- decides between keys that are added at the same time.
CREATE TABLE "signing_keys" (
    "number" INTEGER NOT NULL,
    "kid" TEXT NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "signs_from" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("number")
);

CREATE UNIQUE INDEX "signing_keys_kid_key" ON "signing_keys"("kid");

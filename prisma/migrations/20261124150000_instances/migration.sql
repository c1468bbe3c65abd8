-- The running processes of the service, which `gatehousectl doctor` compares. Each writes its own row every few seconds.
CREATE TABLE "instances" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "migration" TEXT NOT NULL,
    "workers" INTEGER NOT NULL,
    "shared_settings" JSONB NOT NULL,
    "clock_ahead_ms" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "instances_pkey" PRIMARY KEY ("id")
);

-- Settings that administrators store. The environment decides where it sets the same variable.
CREATE TABLE "stored_settings" (
    "variable" TEXT NOT NULL,
    "value" TEXT,
    "sealed" BYTEA,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_settings_pkey" PRIMARY KEY ("variable"),
    CONSTRAINT "stored_settings_plain_or_sealed" CHECK (("value" IS NULL) <> ("sealed" IS NULL))
);

-- How often each area was changed: its entity tag, and what instances compare while the bus is away.
CREATE TABLE "setting_areas" (
    "area" TEXT NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "setting_areas_pkey" PRIMARY KEY ("area")
);

-- When the providers of mail, SMS and payments last worked, and last failed.
CREATE TABLE "provider_health" (
    "provider" TEXT NOT NULL,
    "last_success_at" TIMESTAMPTZ(3),
    "last_error_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "provider_health_pkey" PRIMARY KEY ("provider")
);

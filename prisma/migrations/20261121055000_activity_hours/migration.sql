-- What the charts of the home page show: one row an hour, however many records the trail has.
CREATE TABLE "activity_hours" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "sign_ins" INTEGER NOT NULL DEFAULT 0,
    "sign_in_failures" INTEGER NOT NULL DEFAULT 0,
    "active_sessions" INTEGER,

    CONSTRAINT "activity_hours_pkey" PRIMARY KEY ("hour")
);

-- One row: up to which seal the records were counted. The chain has no gaps and nothing enters it late, whenever a record was committed.
CREATE TABLE "activity_progress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "counted_up_to" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "activity_progress_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "activity_progress_one_row" CHECK ("id" = 1)
);
INSERT INTO "activity_progress" DEFAULT VALUES;

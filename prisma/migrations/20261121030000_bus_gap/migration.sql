-- CreateTable
CREATE TABLE "bus_gap" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "bus_gap_pkey" PRIMARY KEY ("id")
);

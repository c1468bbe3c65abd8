-- Until when a delivery belongs to the worker that claimed it, by the clock of the database. Null if it isn't claimed.
ALTER TABLE "webhook_deliveries" ADD COLUMN "locked_until" TIMESTAMPTZ(3);

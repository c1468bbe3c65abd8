-- When the provider reported that a refund failed after it had succeeded: recorded once.
ALTER TABLE "payment_refunds" ADD COLUMN "returned_at" TIMESTAMPTZ(3);

-- Outside a transaction. Deleting a simulated payment looks up its refunds.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "simulator_refunds_payment_reference_idx" ON "simulator_refunds"("payment_reference");

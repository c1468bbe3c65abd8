-- A password change moves its session to a new generation and notes it here; tokens and tickets of earlier generations are refused.
ALTER TABLE "session_families" ADD COLUMN "credential_generation" INTEGER NOT NULL DEFAULT 1;

-- The default is the most cautious value: it is what an instance of the previous version writes while both run.
ALTER TABLE "socket_tickets" ADD COLUMN "generation" INTEGER NOT NULL DEFAULT 1;

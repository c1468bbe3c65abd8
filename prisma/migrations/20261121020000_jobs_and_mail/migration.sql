-- Jobs that failed for good are kept: they must not lie in the way of the look-up of due ones.
-- DropIndex
DROP INDEX "jobs_run_at_idx";

-- CreateTable
CREATE TABLE "recurring_tasks" (
    "name" TEXT NOT NULL,
    "next_run_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recurring_tasks_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "mail_budgets" (
    "user_id" UUID NOT NULL,
    "mail" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3)[],

    CONSTRAINT "mail_budgets_pkey" PRIMARY KEY ("user_id","mail")
);

-- CreateIndex
CREATE INDEX "jobs_failed_at_run_at_idx" ON "jobs"("failed_at", "run_at");

-- AddForeignKey
ALTER TABLE "mail_budgets" ADD CONSTRAINT "mail_budgets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

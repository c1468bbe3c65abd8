-- CreateEnum
CREATE TYPE "bulk_action_status" AS ENUM ('draft', 'queued', 'running', 'completed', 'stopped');

-- CreateTable
CREATE TABLE "bulk_actions" (
    "id" UUID NOT NULL,
    "status" "bulk_action_status" NOT NULL DEFAULT 'draft',
    "stopped_because" TEXT,
    "kind" TEXT NOT NULL,
    "role_ids" UUID[],
    "role_names" TEXT[],
    "filter" JSONB,
    "total" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "actor_id" UUID NOT NULL,
    "request" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_actions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_action_users" (
    "bulk_action_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "outcome" TEXT,
    "code" TEXT,

    CONSTRAINT "bulk_action_users_pkey" PRIMARY KEY ("bulk_action_id","position")
);

-- CreateIndex
CREATE INDEX "bulk_actions_actor_id_id_idx" ON "bulk_actions"("actor_id", "id");

-- CreateIndex
CREATE INDEX "bulk_actions_status_updated_at_idx" ON "bulk_actions"("status", "updated_at");

-- AddForeignKey
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_action_users" ADD CONSTRAINT "bulk_action_users_bulk_action_id_fkey" FOREIGN KEY ("bulk_action_id") REFERENCES "bulk_actions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateEnum
CREATE TYPE "user_import_status" AS ENUM ('receiving', 'queued', 'running', 'completed', 'stopped');

-- CreateTable
CREATE TABLE "user_imports" (
    "id" UUID NOT NULL,
    "status" "user_import_status" NOT NULL DEFAULT 'receiving',
    "stopped_because" TEXT,
    "dry_run" BOOLEAN NOT NULL,
    "format" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "processed" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "actor_id" UUID NOT NULL,
    "actor_held" TEXT[],
    "request" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "rows_kept_until" TIMESTAMPTZ(3),

    CONSTRAINT "user_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_import_rows" (
    "import_id" UUID NOT NULL,
    "row" INTEGER NOT NULL,
    "email" TEXT,
    "data" JSONB,
    "code" TEXT,
    "detail" TEXT,

    CONSTRAINT "user_import_rows_pkey" PRIMARY KEY ("import_id","row")
);

-- CreateIndex
CREATE INDEX "user_imports_actor_id_id_idx" ON "user_imports"("actor_id", "id");

-- CreateIndex
CREATE INDEX "user_imports_status_updated_at_idx" ON "user_imports"("status", "updated_at");

-- AddForeignKey
ALTER TABLE "user_imports" ADD CONSTRAINT "user_imports_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_import_rows" ADD CONSTRAINT "user_import_rows_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "user_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

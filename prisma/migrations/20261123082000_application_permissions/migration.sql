-- Permissions that applications bring, beside those of the code (application IS NULL).
ALTER TABLE "permissions"
  ADD COLUMN "number" SERIAL NOT NULL,
  ADD COLUMN "application" TEXT,
  ADD COLUMN "group_name" TEXT,
  ADD COLUMN "privileged" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "version" INTEGER NOT NULL DEFAULT 1,
  ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE UNIQUE INDEX "permissions_number_key" ON "permissions"("number");
ALTER TABLE "permissions" ADD CONSTRAINT "permissions_application_check" CHECK (
  CASE WHEN application IS NULL THEN privileged AND group_name IS NULL
  ELSE starts_with(name, application || ':') END);

-- A build that does not know applications retires, at its start, every permission that is missing from its catalog.
-- Retiring an application's permission for good takes its grants, so only builds that count versions may do it.
CREATE FUNCTION permissions_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.application IS NOT NULL AND NEW.version = OLD.version THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER permissions_keep BEFORE UPDATE ON "permissions" FOR EACH ROW EXECUTE FUNCTION permissions_keep();

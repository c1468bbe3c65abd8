-- Second step: scans the records while the service goes on reading and writing.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_constraint WHERE conname = 'audit_records_before' AND conrelid = 'audit_records'::regclass) THEN
    ALTER TABLE audit_records VALIDATE CONSTRAINT audit_records_before;
  END IF;
END;
$$;

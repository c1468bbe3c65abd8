-- A key becomes free after its field was deleted. A caller that read the first field must not change the next one
-- with that key, so no two fields ever have the same version.
CREATE SEQUENCE profile_fields_version_seq AS integer OWNED BY profile_fields.version;
SELECT setval('profile_fields_version_seq', (SELECT COALESCE(max(version), 0) + 1 FROM profile_fields), false);
ALTER TABLE profile_fields ALTER COLUMN version SET DEFAULT nextval('profile_fields_version_seq');

CREATE FUNCTION next_profile_field_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := nextval('profile_fields_version_seq');
  RETURN NEW;
END $$;

DROP TRIGGER profile_fields_version ON profile_fields;
CREATE TRIGGER profile_fields_version BEFORE UPDATE OF updated_at ON profile_fields
  FOR EACH ROW EXECUTE FUNCTION next_profile_field_version();

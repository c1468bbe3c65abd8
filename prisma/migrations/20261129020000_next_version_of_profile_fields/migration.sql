-- The sequence began after the highest version that was committed when it was created. A change that committed
-- between that and the trigger could have the version that the sequence returned next, so the next change of that
-- field kept its ETag. The first statement locks the table, so this time no version is missed.
--
-- On INSERT, too: instances that don't know the sequence write version 1.
DROP TRIGGER profile_fields_version ON profile_fields;
CREATE TRIGGER profile_fields_version BEFORE INSERT OR UPDATE OF updated_at ON profile_fields
  FOR EACH ROW EXECUTE FUNCTION next_profile_field_version();

SELECT setval('profile_fields_version_seq', GREATEST(
  nextval('profile_fields_version_seq'), (SELECT max(version) + 1 FROM profile_fields)), false);

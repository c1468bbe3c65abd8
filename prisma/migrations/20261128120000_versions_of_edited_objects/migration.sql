-- How often an administrator has changed a webhook, a template, a profile field, or the status of a contact
-- message: the number in the ETag, by which a caller notices that someone else changed it meanwhile. The time
-- of the last change cannot tell two changes within a millisecond apart.
--
-- The triggers count, not the service, because instances of the previous version write these tables beside this
-- one and don't know the column. They fire whenever a statement sets the time of the last change, even to the
-- value it has, and not when the service itself writes a row: disables a webhook, or encrypts its secret again.
ALTER TABLE webhook_endpoints ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE notification_templates ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE profile_fields ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE contact_messages ADD COLUMN version integer NOT NULL DEFAULT 1;

CREATE FUNCTION raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER webhook_endpoints_version BEFORE UPDATE OF updated_at ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER notification_templates_version BEFORE UPDATE OF updated_at ON notification_templates
  FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER profile_fields_version BEFORE UPDATE OF updated_at ON profile_fields
  FOR EACH ROW EXECUTE FUNCTION raise_version();
CREATE TRIGGER contact_messages_version BEFORE UPDATE OF handled_at ON contact_messages
  FOR EACH ROW EXECUTE FUNCTION raise_version();

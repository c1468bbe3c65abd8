-- A webhook that the service disables has changed too: a caller who has read it as enabled must not overwrite
-- that unnoticed. A second trigger, because instances of the previous version disable webhooks beside this one;
-- if a statement sets both columns, both triggers set the same version. `failing_since` is left out on purpose:
-- it changes with each failure, and no caller can write it.
CREATE TRIGGER webhook_endpoints_disabled_version BEFORE UPDATE OF disabled_at ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION raise_version();

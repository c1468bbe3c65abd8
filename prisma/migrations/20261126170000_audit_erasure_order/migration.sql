-- An erasure is about what was recorded before it: only records with an earlier id, or those that it
-- lists. Otherwise, the erasure of an account that was restored since could erase what the user did
-- later.
CREATE OR REPLACE FUNCTION audit_records_may_be_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.action <> 'audit.erased' AND NOT OLD.details ? 'erased_by'
    AND (NEW.id, NEW.occurred_at, NEW.action, NEW.outcome, NEW.actor_id, NEW.target_type, NEW.target_id, NEW.request_id)
      IS NOT DISTINCT FROM
      (OLD.id, OLD.occurred_at, OLD.action, OLD.outcome, OLD.actor_id, OLD.target_type, OLD.target_id, OLD.request_id)
    AND NEW.ip IS NULL AND NEW.user_agent IS NULL
    AND NEW.details = jsonb_build_object('erased_by', NEW.details ->> 'erased_by')
    AND EXISTS (
      SELECT FROM audit_records e WHERE e.id = (NEW.details ->> 'erased_by')::uuid AND e.action = 'audit.erased'
        AND (OLD.id < e.id AND e.target_id IN (OLD.target_id, OLD.actor_id::text) OR e.details -> 'records' ? OLD.id::text))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit records are append-only' USING ERRCODE = 'insufficient_privilege';
END;
$$;

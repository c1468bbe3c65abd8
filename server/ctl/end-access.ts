/** One-time links and codes, and what waits for them. */
const LINKS = [
  'email_tokens',
  'email_changes',
  'unproven_sign_ins',
  'sign_in_codes',
  'registration_attempts',
  'setup_tokens',
  'phone_confirmations',
  'mfa_challenges',
  'mfa_enrolments',
  'passkey_challenges',
  'oauth_flows',
  'oauth_handoffs',
  'socket_tickets',
]

interface Restoring {
  /** The ID of the audit record. */
  recordId: string
  at: Date
  backupAt: Date
  userAgent: string
  requestId: string
  keepApiKeys: boolean
}

/**
 * SQL that ends what was valid when the backup was made, because it may have been revoked or used
 * since: sessions (and so refresh and access tokens), links, codes, API keys, and the trust in
 * browsers that skip the second step. It runs in the transaction of the restore, so that none of it
 * is ever valid in the restored database. Tables that an older version did not have are skipped.
 */
export function endAccessSql(by: Restoring): string {
  const at = `${quote(by.at.toISOString())}::timestamptz`
  return `
SET search_path TO public;
DO $gatehouse$
DECLARE
  sessions int; keys int := 0; links int := 0; n int; name text;
BEGIN
  UPDATE session_families SET revoked_at = ${at}, revoked_reason = 'backup_restored' WHERE revoked_at IS NULL;
  GET DIAGNOSTICS sessions = ROW_COUNT;
  FOREACH name IN ARRAY ARRAY[${LINKS.map(quote).join(', ')}] LOOP
    IF to_regclass(name) IS NOT NULL THEN
      EXECUTE format('DELETE FROM %I', name);
      GET DIAGNOSTICS n = ROW_COUNT;
      links := links + n;
    END IF;
  END LOOP;
  IF ${by.keepApiKeys ? 'false' : 'true'} AND to_regclass('api_keys') IS NOT NULL THEN
    UPDATE api_keys SET revoked_at = ${at}, revoked_reason = 'backup_restored' WHERE revoked_at IS NULL;
    GET DIAGNOSTICS keys = ROW_COUNT;
  END IF;
  IF EXISTS (SELECT FROM information_schema.columns WHERE table_schema = 'public'
      AND table_name = 'known_devices' AND column_name = 'trusted_until') THEN
    UPDATE known_devices SET trusted_until = NULL WHERE trusted_until IS NOT NULL;
  END IF;
  INSERT INTO audit_records (id, occurred_at, action, outcome, user_agent, request_id, details)
  VALUES (${quote(by.recordId)}::uuid, ${at}, 'backup.restored', 'ok', ${quote(by.userAgent)}, ${quote(by.requestId)},
    jsonb_build_object('surface', 'api', 'backup_at', ${quote(by.backupAt.toISOString())}::text,
      'sessions_ended', sessions, 'links_ended', links, 'api_keys_ended', keys));
END
$gatehouse$;`
}

function quote(text: string): string {
  return `'${text.replace(/['\\$]/g, (character) => (character === "'" ? "''" : '_'))}'`
}

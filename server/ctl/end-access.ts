import { findAuditDetails } from '@/lib/audit/audit.store'
import { db } from '@/lib/platform/db/database'

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

/** Background work: which of it is unfinished, and what a stopped row gets besides the reason. */
const WORK = [
  {
    table: 'notification_batches',
    called: 'notifications',
    counted: 'notifications_stopped',
    stopped: "status = 'failed', finished_at",
    unfinished: "status IN ('scheduled', 'running')",
  },
  {
    table: 'bulk_actions',
    called: 'bulk actions',
    counted: 'bulk_actions_stopped',
    stopped: "status = 'stopped', finished_at",
    unfinished: "status IN ('queued', 'running')",
  },
  {
    table: 'user_imports',
    called: 'imports',
    counted: 'imports_stopped',
    stopped: "status = 'stopped', finished_at",
    unfinished: "status IN ('queued', 'running')",
  },
  {
    table: 'user_import_invitations',
    called: 'invitations of imports',
    counted: 'import_invitations_stopped',
    stopped: 'ended_at',
    unfinished: 'ended_at IS NULL',
  },
] as const

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
 * browsers that skip the second step. It also stops background work, which may have been canceled
 * or finished since. It runs in the transaction of the restore, so that none of it is ever valid in
 * the restored database. Tables that an older version did not have are skipped.
 */
export function endAccessSql(by: Restoring): string {
  const at = `${quote(by.at.toISOString())}::timestamptz`
  return `
SET search_path TO public;
DO $gatehouse$
DECLARE
  sessions int; keys int := 0; links int := 0; stopped jsonb := '{}'; n int; name text;
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
${WORK.map((work) => stopSql(work, at)).join('')}
  IF to_regclass('user_imports') IS NOT NULL THEN
    ${recordStoppedImportsSql(by, at)}
  END IF;
  INSERT INTO audit_records (id, occurred_at, action, outcome, user_agent, request_id, details)
  VALUES (${quote(by.recordId)}::uuid, ${at}, 'backup.restored', 'ok', ${quote(by.userAgent)}, ${quote(by.requestId)},
    jsonb_build_object('surface', 'api', 'backup_at', ${quote(by.backupAt.toISOString())}::text,
      'sessions_ended', sessions, 'links_ended', links, 'api_keys_ended', keys) || stopped);
END
$gatehouse$;`
}

/**
 * The trail shows an import as in progress until a record of its end. The IDs begin with the time
 * of `recordId`.
 */
const recordStoppedImportsSql = ({ recordId, userAgent, requestId }: Restoring, at: string) => `
    INSERT INTO audit_records (id, occurred_at, action, outcome, target_type, target_id, user_agent, request_id, details)
    SELECT (left(${quote(recordId)}, 15) || substr(gen_random_uuid()::text, 16))::uuid, ${at}, 'user_import.stopped',
      'refused', 'user_import', id::text, ${quote(userAgent)}, ${quote(requestId)}, jsonb_build_object('surface', 'api',
        'dry_run', dry_run, 'total', total, 'processed', processed, 'created', created, 'refused', refused,
        'reason', 'backup_restored')
    FROM user_imports WHERE stopped_because = 'backup_restored' AND finished_at = ${at};`

/** Says how much background work was stopped, as audited. Null if none was. */
export async function describeStoppedWork(recordId: string): Promise<string | null> {
  const details = (await findAuditDetails(db(), recordId)) ?? {}
  const stopped = WORK.map(({ called, counted }) => ({ called, count: details[counted] }))
    .filter(({ count }) => Number(count) > 0)
    .map(({ called, count }) => `${called}: ${Number(count)}`)
  return stopped.length === 0
    ? null
    : 'Unfinished work was stopped, because it may have been canceled or finished since the backup ' +
        `(${stopped.join(', ')}). Start again what is still needed.`
}

function stopSql(
  { table, counted, stopped, unfinished }: (typeof WORK)[number],
  at: string,
): string {
  return `
  IF to_regclass('${table}') IS NOT NULL THEN
    UPDATE ${table} SET stopped_because = 'backup_restored', updated_at = ${at}, ${stopped} = ${at} WHERE ${unfinished};
    GET DIAGNOSTICS n = ROW_COUNT;
    stopped := stopped || jsonb_build_object('${counted}', n);
  END IF;`
}

function quote(text: string): string {
  return `'${text.replace(/['\\$]/g, (character) => (character === "'" ? "''" : '_'))}'`
}

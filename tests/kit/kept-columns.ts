const CODE = 'a code of the service or of a provider'
const HASH = 'random, or a keyed or salted hash'
const ORGANIZATION = 'belongs to the organization; its author is removed'
const CHAIN = 'a MAC of the audit trail'

const codes = (...names: string[]) => Object.fromEntries(names.map((name) => [name, CODE]))
const hashes = (...names: string[]) => Object.fromEntries(names.map((name) => [name, HASH]))

/**
 * Columns that can contain text but none of a user, with the reason. Every other one must be
 * proven erased (lib/users/erasure/erasure-proof.db.test.ts).
 */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  instances: 'the running processes, without users',
  audit_anchors: CHAIN,
  audit_removals: CODE,
  audit_reseals: CHAIN,
  audit_salts: HASH,
  audit_seals: CHAIN,
  bulk_action_users: CODE,
  mail_budgets: CODE,
  mail_text_overrides: ORGANIZATION,
  notification_batches: ORGANIZATION,
  notification_mails: CODE,
  notification_templates: ORGANIZATION,
  payment_events: CODE,
  payment_refunds: CODE,
  payment_webhook_events: CODE,
  permissions: ORGANIZATION,
  profile_fields: ORGANIZATION,
  recurring_tasks: CODE,
  role_permissions: ORGANIZATION,
  roles: ORGANIZATION,
  setting_areas: CODE,
  setup_tokens:
    'the address that the operator set; replaced at each start, gone with the first administrator',
  signing_keys: HASH,
  simulator_refunds: CODE,
  sms_budgets: HASH,
  stored_settings: ORGANIZATION,
  webhook_deliveries:
    'IDs and codes only (lib/audit/actions/declare-actions.ts), and what the receiver answered',
  webhook_endpoints: ORGANIZATION,
  webhook_events: 'IDs only (lib/audit/actions/declare-actions.ts)',
  webhook_subscriptions: CODE,
}

export const KEPT_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audit_records: codes('action', 'outcome', 'target_type', 'target_id', 'request_id'),
  jobs: codes('kind'),
  payments: {
    ...codes('currency', 'provider', 'provider_reference', 'failure_code', 'changed_by'),
    ...hashes('idempotency_key_hash', 'request_hash'),
  },
  provider_health: codes('provider'),
  simulator_payments: codes('reference', 'currency', 'failure_code', 'challenge_id'),
  sms_messages: codes('kind', 'status', 'error_code', 'provider_id'),
  uploads: {
    ...codes('storage_key', 'content_type'),
    sha256: 'of the bytes, which are removed with the row',
  },
  user_import_rows: codes('column_name', 'code', 'detail'),
  users: { ...codes('locale'), ...hashes('password_hash') },
}

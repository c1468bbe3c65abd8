import { addSeconds } from '@/lib/platform/clock'
import { sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import {
  insertMarked,
  MARK,
  markedBytes,
  MARKED_ADDRESSES,
  MARKED_IP,
  MARKED_NAME,
  MARKED_PHONE,
} from '@/tests/kit/marked-rows'

const hex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`
const [former = '', current = ''] = MARKED_ADDRESSES

/**
 * Enters marked values wherever a person, or someone about a person, can enter any: everything in
 * the account's own tables, and what others hold about it.
 */
export async function enterEverything(userId: string, colleagueId: string): Promise<void> {
  await enterAccount(userId)
  await enterWork(userId)
  await enterTracesOf(userId, colleagueId)
  await enterInbox(userId, colleagueId)
}

async function enterAccount(userId: string): Promise<void> {
  const own = { user_id: userId }
  const soon = addSeconds(new Date(), 600).toISOString()
  // A new address keeps the former one; the new one is verified, too.
  await db().user.update({
    where: { id: userId },
    data: {
      email: current,
      name: MARKED_NAME,
      locale: 'en',
      phone: MARKED_PHONE,
      phoneVerifiedAt: new Date(),
      profile: { nickname: MARK },
    },
  })
  const family = newId()
  await insertMarked('session_families', {
    ...own,
    id: family,
    surface: 'web',
    jti_key: hex(markedBytes(128)),
    ip: MARKED_IP,
    expires_at: soon,
    max_expires_at: soon,
  })
  await insertMarked('socket_tickets', { session_id: family })
  await insertMarked('email_tokens', { ...own, kind: 'reset_password', email: current })
  await insertMarked('mfa_challenges', { ...own, surface: 'web' })
  await insertMarked('passkey_challenges', { ...own, surface: 'web' })
  await insertMarked('oauth_flows', { surface: 'web', link_user_id: userId })
  await insertMarked('phone_confirmations', { ...own, phone: MARKED_PHONE })
  for (const table of [
    'api_keys',
    'registration_attempts',
    'email_changes',
    'known_devices',
    'mfa_factors',
    'mfa_enrolments',
    'recovery_codes',
    'passkeys',
    'passkey_owners',
    'external_identities',
    'oauth_handoffs',
    'notification_drafts',
    'mail_text_drafts',
  ])
    await insertMarked(table, own)
  await insertMarked('inbox_items', { ...own, href: `/dashboard?of=${MARK}` })
  await insertMarked('mail_budgets', { ...own, mail: 'reset_password', sent_at: [soon] })
}

/** What an administrator enters: imports, bulk actions, and text messages. */
async function enterWork(userId: string): Promise<void> {
  const own = { actor_id: userId }
  const importId = newId()
  await insertMarked('user_imports', { ...own, id: importId, status: 'completed' })
  const refused = { code: 'email_taken', detail: 'Taken.', column_name: 'email' }
  await insertMarked('user_import_rows', { ...refused, import_id: importId })
  await insertMarked('user_import_invitations', { ...own, import_id: importId })
  await insertMarked('bulk_actions', { ...own, status: 'completed' })
  await insertMarked('sms_messages', {
    kind: 'code',
    user_id: userId,
    status: 'delivered',
    error_code: null,
    provider_id: null,
  })
}

/** What the inbox of someone else says: a registration, and who viewed their account and why. */
async function enterInbox(userId: string, colleagueId: string): Promise<void> {
  const about = { user_id: colleagueId, about_user_id: userId }
  await insertMarked('inbox_items', { ...about, kind: 'registration.waiting', href: '/dashboard' })
  const viewed = { ...about, kind: 'security.impersonation_started', href: '/dashboard' }
  await insertMarked('inbox_items', viewed)
  const params = { administrator: 'Grace', reason: `Asked by ${former.toUpperCase()}.` }
  const texts = { title: 'Grace is viewing your account', body: `Reason: ${params.reason}` }
  await insertMarked('inbox_items', { ...viewed, ...texts, params, about_user_id: colleagueId })
}

/** What remains beside the account: messages, searches, refused rows, queues, errors, budgets. */
async function enterTracesOf(userId: string, colleagueId: string): Promise<void> {
  const past = addSeconds(new Date(), -60).toISOString()
  await insertMarked('contact_messages', { email: former, ip: MARKED_IP, created_at: past })
  await insertMarked('unproven_sign_ins', { email: former })
  await insertMarked('sign_in_codes', { email: former, surface: 'web', user_id: null })
  await insertMarked('login_guard', { key: hex(sha256(`email\n${current}`)) })
  await insertMarked('address_mail_budgets', { address_hash: hex(sha256(former)), sent_at: [past] })
  const payload = { user_ref: userId, note: MARK }
  await insertMarked('jobs', { kind: 'gone', payload, created_at: past, failed_at: past })
  await insertMarked('provider_health', {
    provider: 'mail',
    last_error: `550 <${current}> is full`,
  })
  await insertMarked('sms_opt_outs', { phone: MARKED_PHONE })
  const importId = newId()
  await db().userImport.create({
    data: {
      id: importId,
      status: 'completed',
      dryRun: false,
      format: 'csv',
      total: 2,
      actorId: colleagueId,
      request: {},
      createdAt: new Date(past),
      updatedAt: new Date(past),
    },
  })
  const refused = { import_id: importId, email: current, code: 'email_taken', detail: 'Taken.' }
  await insertMarked('user_import_rows', { ...refused, row: 1, column_name: 'email' })
  const accepted = { import_id: importId, email: former, code: null, detail: null }
  await insertMarked('user_import_rows', { ...accepted, row: 2, column_name: null })
  for (const searched of [current, MARKED_NAME])
    await db().bulkAction.create({
      data: {
        id: newId(),
        status: 'completed',
        kind: 'activate',
        filter: { query: searched.toUpperCase(), status: 'active' },
        actorId: colleagueId,
        request: {},
        createdAt: new Date(past),
        updatedAt: new Date(past),
      },
    })
}

import { hasPassword } from '@/lib/accounts/user.store'
import { type AuditRow, listAuditRowsOf } from '@/lib/audit/audit.store'
import { presentOwnRecord } from '@/lib/audit/present-own-record'
import { recordAudit } from '@/lib/audit/record-audit'
import { providerLabel } from '@/lib/config/providers/enabled-providers'
import type { OwnExport } from '@/lib/identity/account/own-account.responses'
import { findOwnData, listOwnFamilies, type OwnData } from '@/lib/identity/account/own-data.store'
import { presentOwnData, presentOwnFamily } from '@/lib/identity/account/present-own-data'
import { listStoredKeys } from '@/lib/identity/api-keys/api-key.store'
import { presentOwnApiKey } from '@/lib/identity/api-keys/present-api-key'
import { isStillAuthorized } from '@/lib/identity/still-authorized'
import { listItems } from '@/lib/messaging/inbox/inbox.store'
import { presentInboxItem } from '@/lib/messaging/inbox/present-inbox-item'
import { presentText } from '@/lib/messaging/sms/present-text'
import { listTextsOf } from '@/lib/messaging/sms/sms-message.store'
import { listPaymentsWithHistory } from '@/lib/payments/payment.store'
import { presentPayment } from '@/lib/payments/present-payment'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { fileStamp, type FileStream, primeStream } from '@/lib/platform/export-file'
import { readBatches } from '@/lib/platform/export-list'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import { listProfileFields } from '@/lib/profile-fields/profile-fields'
import { uploadsForExport } from '@/lib/uploads/export-uploads'

const BATCH = 500

/** Written after the rest, in batches. */
type ListName =
  'sessions' | 'api_keys' | 'inbox' | 'text_messages' | 'uploads' | 'payments' | 'audit_records'

/**
 * Everything stored about the signed-in user as one JSON object, streamed in batches: no hashes, no
 * secrets, nothing of other users. Uploaded files are links that work for a day. The export is
 * audited before anything is sent. If the session ends midway, the stream throws, so that the file
 * is visibly truncated.
 */
export async function exportOwnData(
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ file: FileStream }>> {
  const { userId } = principal
  const row = await findOwnData(db(), userId)
  if (!row) return refuse('session_revoked')
  await recordAudit(db(), ctx, {
    action: 'account.exported',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
  })
  const chunks = await primeStream(write(row, principal, ctx.now))
  const fileName = `account-${fileStamp(ctx.now)}.json`
  return { ok: true, file: { fileName, contentType: 'application/json', chunks } }
}

async function* write(row: OwnData, principal: SessionPrincipal, at: Date): AsyncGenerator<string> {
  const known = {
    hasPassword: await hasPassword(db(), row.id),
    permissions: [...principal.permissions],
    profileFields: await listProfileFields(),
    labelOf: providerLabel,
  }
  const data: Omit<OwnExport, ListName> = {
    exported_at: at.toISOString(),
    ...presentOwnData(row, known),
  }
  yield JSON.stringify(data, null, 2).replace(/\n\}$/, '')
  yield* list('sessions', sessions(principal), principal)
  yield* list('api_keys', apiKeys(principal), principal)
  yield* list('inbox', inbox(principal), principal)
  yield* list('text_messages', texts(principal), principal)
  yield* list('uploads', uploadsForExport(principal.userId, at), principal)
  yield* list('payments', payments(principal), principal)
  yield* list('audit_records', records(principal), principal)
  yield '\n}\n'
}

/** Adds a list property to the object, one entry per line. */
async function* list<Name extends ListName>(
  name: Name,
  batches: AsyncGenerator<OwnExport[Name]>,
  principal: SessionPrincipal,
): AsyncGenerator<string> {
  let lead = `,\n  "${name}": [`
  for await (const batch of batches) {
    if (!(await isStillAuthorized(principal, null, now())))
      throw new RefusedError(refuse('session_revoked'))
    const lines = batch.map((entry, n) => `${n === 0 ? lead : ','}\n    ${JSON.stringify(entry)}`)
    if (lines.length > 0) lead = ','
    yield lines.join('')
  }
  yield lead === ',' ? '\n  ]' : `${lead}]`
}

/** A list in batches. `read` returns the rows that follow the one with this ID. */
async function* inBatches<Row extends { id: string }, Entry>(
  read: (lastId: string | null) => Promise<readonly Row[]>,
  present: (row: Row) => Entry,
): AsyncGenerator<Entry[]> {
  const batches = readBatches<Row>(BATCH, (last) => read(last?.id ?? null))
  for await (const rows of batches) yield rows.map((row) => present(row))
}

const sessions = ({ userId, sessionId }: SessionPrincipal) =>
  inBatches(
    (afterId) => listOwnFamilies(db(), { userId, limit: BATCH, afterId }),
    (row) => presentOwnFamily(row, sessionId),
  )

const apiKeys = ({ userId }: SessionPrincipal) =>
  inBatches(
    (beforeId) => listStoredKeys(db(), { userId, limit: BATCH, beforeId }),
    presentOwnApiKey,
  )

const inbox = ({ userId }: SessionPrincipal) =>
  inBatches(
    (beforeId) => listItems(db(), { userId, unreadOnly: false, limit: BATCH, beforeId }),
    presentInboxItem,
  )

const texts = ({ userId }: SessionPrincipal) =>
  inBatches((beforeId) => listTextsOf(db(), { userId, limit: BATCH, beforeId }), presentText)

const payments = ({ userId: ownerId }: SessionPrincipal) =>
  inBatches(
    (beforeId) => listPaymentsWithHistory(db(), { ownerId, limit: BATCH, beforeId }),
    presentPayment,
  )

async function* records({ userId }: SessionPrincipal): AsyncGenerator<OwnExport['audit_records']> {
  const batches = readBatches<AuditRow>(BATCH, (last) => {
    const after = last && { occurredAt: last.occurred_at, id: last.id }
    return listAuditRowsOf(db(), { userId, limit: BATCH, after })
  })
  for await (const rows of batches) yield rows.map((row) => presentOwnRecord(row, userId))
}

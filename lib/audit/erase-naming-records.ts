import { auditActions } from '@/lib/audit/audit-actions'
import type { AuditActionDeclaration } from '@/lib/audit/actions/declare-actions'
import {
  eraseValues,
  insertErasureOf,
  listNamingRecords,
  type NamedUser,
} from '@/lib/audit/audit-erasure.store'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'

const BATCH = 1000
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const END_OF_TIME = new Date(8.64e15 / 1000)

/** Details that can name a user whom the record is neither by nor about. */
const NAMING_DETAILS = ['email', 'query', 'actor', 'user_id']

/** The actions that have such details. */
export const NAMING_ACTIONS: readonly string[] = Object.entries<AuditActionDeclaration>(
  auditActions,
).flatMap(([name, { ok, refused }]) => {
  const fields = { ...ok, ...refused }
  return NAMING_DETAILS.some((detail) => detail in fields) ? [name] : []
})

/**
 * Erases the values of records that name an erased user but are neither by nor about them, such as
 * a sign-in that was refused before the account existed, or the end of one of their API keys. Each batch is listed in an
 * erasure record of its own, so that the chain verifies. Returns how many wait for their seal.
 */
export async function eraseNamingRecords(
  of: NamedUser & { beforeId: string },
  now: Date,
): Promise<number> {
  let after = { occurredAt: END_OF_TIME, id: LAST_ID }
  let left = 0
  for (;;) {
    const by = { ...of, actions: NAMING_ACTIONS, after, limit: BATCH }
    const rows = await listNamingRecords(db(), by)
    const naming = rows.filter(({ names }) => names)
    const due = naming.filter(({ sealed }) => sealed).map(({ id }) => id)
    left += naming.length - due.length
    if (due.length > 0) await eraseListed(of.userId, due, now)
    if (rows.length < BATCH) return left
    after = rows.at(-1)!
  }
}

function eraseListed(userId: string, recordIds: readonly string[], now: Date): Promise<number> {
  return inTransaction(async (tx) => {
    const erasedBy = await insertErasureOf(tx, { userId, records: recordIds, now })
    return eraseValues(tx, { recordIds, erasedBy })
  })
}

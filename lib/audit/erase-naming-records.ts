import { auditActions } from '@/lib/audit/audit-actions'
import type { AuditActionDeclaration } from '@/lib/audit/actions/declare-actions'
import {
  eraseValues,
  insertErasureOf,
  listNamingRecords,
  type NamedUser,
  type NamingRecord,
} from '@/lib/audit/audit-erasure.store'
import { LAST_ID } from '@/lib/audit/audit.store'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'

const BATCH = 1000
const END_OF_TIME = new Date(8.64e15 / 1000)

/** Details that can name a user whom the record is neither by nor about. */
const NAMING_DETAILS = ['email', 'query', 'actor', 'target', 'user_id']

/** The actions that have such details. */
export const NAMING_ACTIONS: readonly string[] = Object.entries<AuditActionDeclaration>(
  auditActions,
).flatMap(([name, { ok, refused }]) => {
  const fields = { ...ok, ...refused }
  return NAMING_DETAILS.some((detail) => detail in fields) ? [name] : []
})

/**
 * Erases the values of records that name erased users but are neither by nor about them, such as a
 * sign-in that was refused before the account existed, or the end of one of their API keys. Reads
 * the trail once for all of these users. What is erased of a batch is listed, user by user, in an
 * erasure record of its own, so that the chain verifies. Returns the users whom a record names that
 * waits for its seal.
 */
export async function eraseNamingRecords(
  users: readonly NamedUser[],
  now: Date,
): Promise<Set<string>> {
  const waiting = new Set<string>()
  let after = { occurredAt: END_OF_TIME, id: LAST_ID }
  for (;;) {
    const by = { users, actions: NAMING_ACTIONS, after, limit: BATCH }
    const rows = await listNamingRecords(db(), by)
    const naming = rows.filter(({ names }) => names.length > 0)
    for (const { names, sealed } of naming)
      if (!sealed) for (const userId of names) waiting.add(userId)
    for (const { userId } of users) await eraseFor(userId, naming, now)
    if (rows.length < BATCH) return waiting
    after = rows.at(-1)!
  }
}

/** A record that names several users is erased for the first of them. */
async function eraseFor(userId: string, naming: readonly NamingRecord[], now: Date): Promise<void> {
  const due = naming.filter(({ names, sealed }) => sealed && names[0] === userId)
  if (due.length === 0) return
  const recordIds = due.map(({ id }) => id)
  await inTransaction(async (tx) => {
    const erasedBy = await insertErasureOf(tx, { userId, records: recordIds, now })
    await eraseValues(tx, { recordIds, erasedBy })
  })
}

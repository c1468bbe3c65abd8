import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { defineRecurringJob, pauseAfter } from '@/lib/platform/jobs/define-job'
import {
  eraseValues,
  listDeletedFields,
  lockProfileFields,
  noteErasedUpTo,
  removeProfileField,
} from '@/lib/profile-fields/profile-field.store'

interface Limits {
  /** Users per statement. */
  batch: number
  /** After this, the run ends, and the next one continues. */
  withinMs: number
}

/** Ends within the ten minutes that a run may take. */
const LIMITS: Limits = { batch: 1000, withinMs: 8 * 60_000 }

/** Removes the values of deleted fields from all users, then frees their keys. */
export const eraseDeletedProfileFields = defineRecurringJob({
  name: 'erase-deleted-profile-fields',
  everySeconds: 60,
  run: () => eraseDeletedFields(LIMITS),
})

export async function eraseDeletedFields({ batch, withinMs }: Limits): Promise<void> {
  const endAt = performance.now() + withinMs
  for (const { key, erasedUpTo } of await listDeletedFields(db())) {
    // Before the users, because a confirmation copies values from a registration to its user.
    if (erasedUpTo === null) await eraseFromRegistrations(key, batch)
    if (!(await eraseFromUsers({ key, after: erasedUpTo, limit: batch }, endAt))) return
    await inTransaction(async (tx) => {
      await lockProfileFields(tx)
      await removeProfileField(tx, key)
    })
  }
}

/** All in one run: they expire, so there are few. */
async function eraseFromRegistrations(key: string, limit: number): Promise<void> {
  for (let after: string | null = null; ;) {
    const startedAt = performance.now()
    after = await eraseValues(db(), { from: 'registration_attempts', key, after, limit })
    if (after === null) return
    await pauseAfter(startedAt)
  }
}

/** Returns false if time ran out before the last user. */
async function eraseFromUsers(
  { after, ...by }: { key: string; after: string | null; limit: number },
  endAt: number,
): Promise<boolean> {
  for (;;) {
    const startedAt = performance.now()
    after = await eraseValues(db(), { ...by, from: 'users', after })
    if (after === null) return true
    await noteErasedUpTo(db(), by.key, after)
    await pauseAfter(startedAt)
    if (performance.now() >= endAt) return false
  }
}

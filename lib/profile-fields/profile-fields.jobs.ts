import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { defineRecurringJob } from '@/lib/platform/jobs/define-job'
import {
  eraseFromAttempts,
  eraseFromUsers,
  listDeletedKeys,
  lockProfileFields,
  removeProfileField,
} from '@/lib/profile-fields/profile-field.store'

const BATCH = 1000
/** Below the ten minutes that a run may take; the next run starts over. */
const MAX_BATCHES = 5000

/** Removes the values of deleted fields from all users, then frees their keys. */
export const eraseDeletedProfileFields = defineRecurringJob({
  name: 'erase-deleted-profile-fields',
  everySeconds: 60,
  run: async () => {
    for (const key of await listDeletedKeys(db())) await eraseField(key)
  },
})

async function eraseField(key: string): Promise<void> {
  // First, because a confirmation copies values from a registration to its user.
  await eraseFromAttempts(db(), key)
  let after: string | null = null
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    after = await eraseFromUsers(db(), { key, after, limit: BATCH })
    if (after !== null) continue
    await inTransaction(async (tx) => {
      await lockProfileFields(tx)
      await removeProfileField(tx, key)
    })
    return
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '@/lib/platform/db/database-errors'

const TRIES = 6
const PAUSE_MS = 200

/**
 * Records that a message was accepted. Without a record it would be sent again later, so this
 * retries while the database is briefly unavailable.
 */
export async function retryUntilRecorded(write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (tries === TRIES || !isDatabaseAway(error)) throw error
      await sleep(PAUSE_MS * tries)
    }
  }
}

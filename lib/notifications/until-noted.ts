import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '@/lib/platform/db/database-errors'

const TRIES = 6
const PAUSE_MS = 200

/** Writes that a message was taken: what is not noted is sent again one day, so a database that is away for a moment is waited for. */
export async function untilNoted(write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (tries === TRIES || !isDatabaseAway(error)) throw error
      await sleep(PAUSE_MS * tries)
    }
  }
}

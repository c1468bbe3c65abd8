import { db } from '@/lib/platform/db/database'
import { addSeconds } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'

/** A live session of a user, without what a sign-in writes besides it. Returns its ID. */
export async function insertSession(userId: string, now: Date): Promise<string> {
  const id = newId()
  const expiresAt = addSeconds(now, 86_400)
  await db().sessionFamily.create({
    data: {
      ...{ id, userId, surface: 'api', amr: ['pwd'] },
      ...{ deviceId: new Uint8Array(16), deviceHash: new Uint8Array(32) },
      jtiKey: new Uint8Array(128),
      ...{ authTime: now, createdAt: now, lastUsedAt: now },
      ...{ expiresAt, maxExpiresAt: expiresAt },
    },
  })
  return id
}

import { cookieHeaderWith } from '@/lib/http/session-cookies'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import type { SignIn } from '@/lib/identity/sign-in/complete-sign-in'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { Outcome } from '@/lib/platform/problems'
import { makeSession } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'

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

/** The `Cookie` header of a browser in which a user has just signed in. */
export async function pageCookie(userId: string): Promise<string> {
  return cookieHeaderWith(null, await makeSession(userId, testContext({ surface: 'web' })))
}

/** The session that a sign-in resulted in; throws if there is none. */
export function sessionOf(result: Outcome<SignIn>): IssuedSession {
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  if (!('session' in result)) throw new Error('a second step is asked for')
  return result.session
}

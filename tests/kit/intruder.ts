import { expect } from 'vitest'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { disownSession } from '@/lib/identity/sessions/disown-session'
import { establishSession } from '@/lib/identity/sessions/establish-session'
import { db } from '@/lib/platform/db/database'
import { atStep, type freshUser } from '@/tests/kit/enroll-mfa'

export const NEW_PASSWORD = 'a quite different passphrase'
/** Steps: the intruder signs in, adds what they can, and the owner says that it wasn't them. */
export const [INTRUSION, PLANTING, DISOWNED, RESET] = [10, 12, 14, 20] as const
/** A step before, when the intruder signs in for the first time of two. */
export const EARLIER = 2
export type Owner = Pick<Awaited<ReturnType<typeof freshUser>>, 'id' | 'email' | 'principal'>

/** The session of an intruder, and the token of the link that disowns it. */
export async function intrude(
  { id, email, principal }: Owner,
  amr = ['pwd'],
  steps: number = INTRUSION,
) {
  const ctx = atStep(steps)
  const session = await establishSession(db(), ctx, { userId: id, amr, knownDevice: false })
  if (!session) throw new Error('no session was opened')
  const { sessionId } = session
  const about = { userId: id, kind: 'disown_session', email, sessionId } as const
  const token = await issueEmailToken(db(), about, ctx.now)
  return { intruder: { ...principal, sessionId, authTime: ctx.now }, token }
}

export async function disown(token: string, steps: number = DISOWNED) {
  const disowned = await disownSession({ token }, atStep(steps))
  if (!disowned.ok) throw new Error(disowned.code)
  return disowned.resetToken
}
export const reset = async (token: string | null) =>
  expect(
    await resetPassword({ token: token ?? '', password: NEW_PASSWORD }, atStep(RESET)),
  ).toEqual({ ok: true })
export const recordsOf = async (actorId: string) =>
  (
    await db().auditRecord.findMany({
      where: { actorId, action: 'session.disowned' },
      orderBy: { id: 'asc' },
    })
  ).map(({ details }) => details)

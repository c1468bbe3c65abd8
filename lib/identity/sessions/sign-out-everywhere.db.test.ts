import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import {
  findCodeRecipient,
  insertSignInCode,
  issueSignInCode,
} from '@/lib/accounts/sign-in-code.store'
import { requestEmailChange } from '@/lib/identity/account/change-email'
import { establishSession } from '@/lib/identity/sessions/establish-session'
import { revokeOtherSessions } from '@/lib/identity/sessions/sign-out-everywhere'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { logout } from '@/lib/identity/sign-in/logout'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { OPERATOR } from '@/lib/platform/request-context'
import { aliveOf, atStep, challengeFor, enrolledUser } from '@/tests/kit/enroll-mfa'
import { PASSWORD } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { endUserSessions } from '@/lib/users/user-sessions'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

async function verifiedSession(userId: string) {
  const by = { userId, amr: ['pwd', 'mfa'], knownDevice: false }
  return (await establishSession(db(), atStep(1), by))!
}

type User = Awaited<ReturnType<typeof stage>>

/** A user with a change of address, a second step, and an emailed code under way. */
async function stage() {
  const user = await enrolledUser()
  const newEmail = `${newId()}@example.com`
  const change = { newEmail, password: PASSWORD }
  expect(await requestEmailChange(change, user.principal, atStep(1))).toMatchObject({ ok: true })
  const at = { createdAt: atStep(1).now, expiresAt: atStep(20).now }
  await db().signInCode.create({
    data: {
      ...{ id: newId(), surface: 'api', email: user.email, userId: user.id },
      ...{ secretHash: Buffer.from(newId()), ...at },
    },
  })
  return { ...user, mfaToken: await challengeFor(user.email, atStep(1)) }
}

const begunBy = async ({ id: userId }: User) => [
  await db().emailChange.count({ where: { userId } }),
  await db().signInCode.count({ where: { userId } }),
  await db().mfaChallenge.count({ where: { userId } }),
]

const acts: Record<string, (user: Omit<User, 'mfaToken'>) => Promise<{ ok: boolean }>> = {
  'an app signs out everywhere': async ({ id }) => {
    const { refreshToken } = await verifiedSession(id)
    return logout({ refreshToken, all: true }, atStep(2))
  },
  'the user ends the other sessions': ({ principal }) => revokeOtherSessions(principal, atStep(2)),
  'an administrator ends all sessions': ({ id: userId }) =>
    endUserSessions(OPERATOR, { userId }, atStep(2)),
}

describe('nothing that an intruder began goes on', () => {
  it.each(Object.keys(acts))('after %s', async (name) => {
    const user = await stage()
    expect(await begunBy(user)).toEqual([1, 1, 1])
    expect(await acts[name]!(user)).toMatchObject({ ok: true })
    expect(await begunBy(user)).toEqual([0, 0, 0])
    const before = await aliveOf(user.id)
    const answer = { mfaToken: user.mfaToken, code: user.codeAt(2) }
    expect(await completeSecondStep(answer, atStep(2))).toMatchObject({
      code: 'mfa_challenge_expired',
    })
    expect(await aliveOf(user.id)).toEqual(before)
  })
})

it('signing out of one session keeps what is under way', async () => {
  const user = await stage()
  const { refreshToken } = await verifiedSession(user.id)
  await logout({ refreshToken }, atStep(2))
  expect(await begunBy(user)).toEqual([1, 1, 1])
})

it('records what was under way even if no session was left', async () => {
  const user = await stage()
  const where = { userId: user.id }
  await db().sessionFamily.updateMany({ where, data: { revokedAt: atStep(1).now } })
  await endUserSessions(OPERATOR, { userId: user.id }, atStep(2))
  const recorded = { action: 'user.sessions_ended', targetId: user.id }
  expect(await db().auditRecord.findFirstOrThrow({ where: recorded })).toMatchObject({
    details: { sessions_ended: 0, sign_ins: 2, email_change: true },
  })
})

it.each([
  ['an app signs out everywhere', 'session.ended', { all: true, sessions_ended: 2 }],
  ['the user ends the other sessions', 'session.others_revoked', { sessions_ended: 0 }],
  ['an administrator ends all sessions', 'user.sessions_ended', { sessions_ended: 1 }],
])('records all that ended: %s', async (name, action, sessions) => {
  const user = await stage()
  await acts[name]!(user)
  const [recorded] = await db().auditRecord.findMany({ where: { action }, orderBy: { id: 'desc' } })
  expect(recorded!.details).toMatchObject({ ...sessions, sign_ins: 2, email_change: true })
})

it.each(Object.keys(acts))('no code is issued that was asked for before: %s', async (name) => {
  const user = await enrolledUser()
  const asked = { id: newId(), secret: newSecretToken(), email: user.email, now: atStep(1).now }
  await inTransaction((tx) => insertSignInCode(tx, { ...asked, surface: 'api', nextPath: null }))
  await acts[name]!(user)
  expect(await findCodeRecipient(db(), { id: asked.id, now: atStep(2).now })).toBeNull()
  const issue = { id: asked.id, userId: user.id, now: atStep(2).now }
  expect(await issueSignInCode(db(), issue)).toBeNull()
})

it('a second step and a code that wrong tries have ended do not count as waiting', async () => {
  const user = await stage()
  const where = { userId: user.id }
  await db().mfaChallenge.updateMany({ where, data: { tries: 5 } })
  await db().signInCode.updateMany({ where, data: { tries: 5 } })
  await endUserSessions(OPERATOR, { userId: user.id }, atStep(2))
  const recorded = { action: 'user.sessions_ended', targetId: user.id }
  const { details } = await db().auditRecord.findFirstOrThrow({ where: recorded })
  expect(details).not.toHaveProperty('sign_ins')
  expect(await begunBy(user)).toEqual([0, 0, 0])
})

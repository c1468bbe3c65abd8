import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { addPasskey } from '@/lib/identity/passkeys/own-passkeys'
import { startPasskeyCreation } from '@/lib/identity/passkeys/passkey-options'
import type { PasskeyRegistration } from '@/lib/identity/passkeys/passkeys.schemas'
import { disownSession } from '@/lib/identity/sessions/disown-session'
import { establishSession } from '@/lib/identity/sessions/establish-session'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { twenty } from '@/tests/kit/at-once'
import { WORK, WORKING, workOf } from '@/tests/kit/background-work'
import { atStep, freshUser } from '@/tests/kit/enroll-mfa'
import { insertUser } from '@/tests/kit/insert-user'
import { lineUp } from '@/tests/kit/line-up'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { SoftwarePasskey } from '@/tests/kit/software-passkey'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { createInvitationLink } from '@/lib/users/invite-user'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

it('one of twenty concurrent uses of a link disowns the session, and one reset begins', async () => {
  const { id: userId, email } = await makeUser()
  const { sessionId } = await makeSession(userId, testContext())
  const about = { userId, email, kind: 'disown_session', sessionId } as const
  const token = await issueEmailToken(db(), about, new Date())
  const results = await twenty(() => disownSession({ token }, testContext()))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  const records = { actorId: userId, action: 'session.disowned' }
  expect(await db().auditRecord.count({ where: records })).toBe(1)
  expect(await db().emailToken.count({ where: { userId, kind: 'reset_password' } })).toBe(1)
  expect(await db().sessionFamily.count({ where: { userId, revokedAt: null } })).toBe(0)
})

it('removes passkeys that are added at the same moment, and none is added after', async () => {
  const { id: userId, email, principal } = await freshUser()
  const { sessionId } = principal
  const about = { userId, email, kind: 'disown_session', sessionId } as const
  const token = await issueEmailToken(db(), about, atStep(0).now)
  const passkeys: PasskeyRegistration[] = []
  while (passkeys.length < 19) {
    const started = await startPasskeyCreation({}, principal, atStep(0))
    if (!started.ok) throw new Error(started.code)
    passkeys.push(new SoftwarePasskey().create(started.options))
  }
  type Added = Awaited<ReturnType<typeof addPasskey>>
  const add = (n: number) => addPasskey({ passkey: passkeys[n]! }, principal, atStep(0))
  const { first, others } = await lineUp<Added, Added | null>({
    hold: (tx) => tx.$queryRaw`
      SELECT 1 FROM session_families WHERE id = ${sessionId}::uuid FOR UPDATE`,
    first: () => add(0),
    others: async (n) => {
      if (n !== 9) return add(n < 9 ? n + 1 : n)
      expect((await disownSession({ token }, atStep(1))).ok).toBe(true)
      return null
    },
  })
  const added = [first, ...others].flatMap((one) => (one?.ok ? [one.passkey.id] : []))
  expect(first.ok).toBe(true)
  expect(await db().passkey.count({ where: { userId } })).toBe(0)
  const records = await db().auditRecord.findMany({
    where: { actorId: userId, action: 'session.disowned' },
  })
  expect(records).toHaveLength(1)
  const { passkeys_removed } = records[0]!.details as { passkeys_removed: string[] }
  expect(passkeys_removed.sort()).toEqual(added.sort())
})

it('ends invitation links that are copied at the same moment, and none is copied after', async () => {
  const owner = await makeUser()
  await insertRole(`desk ${newId()}`, ['users:activate'], [owner.id])
  const actor = await livePrincipalOf(owner.id)
  const about = { kind: 'disown_session', sessionId: actor.sessionId } as const
  const of = { userId: owner.id, email: owner.email }
  const token = await issueEmailToken(db(), { ...about, ...of }, new Date())
  const outcomes = await twenty(async (n) => {
    if (n === 3) return (await disownSession({ token }, testContext())).ok
    let copied = 0
    while (copied < 8) {
      const { id: userId } = await insertUser({ status: 'pending' })
      await db().user.update({ where: { id: userId }, data: { invitedAt: new Date() } })
      if (!(await createInvitationLink(actor, { userId }, testContext())).ok) break
      copied++
    }
    return copied
  })
  expect(outcomes[3]).toBe(true)
  expect(await db().emailToken.count({ where: { issuedById: owner.id } })).toBe(0)
})

it.each(Object.keys(WORK))(
  'stops what is begun at the same moment, and nothing is begun after: %s',
  async (kind) => {
    const owner = await makeUser()
    await insertRole(`desk ${newId()}`, WORKING, [owner.id])
    const actor = await livePrincipalOf(owner.id)
    const about = { kind: 'disown_session', sessionId: actor.sessionId } as const
    const of = { userId: owner.id, email: owner.email }
    const token = await issueEmailToken(db(), { ...about, ...of }, new Date())
    const outcomes = await twenty(async (n) => {
      if (n === 3) return (await disownSession({ token }, testContext())).ok
      let code = ''
      // Most are refused until the others are stopped: an administrator has at most three at once.
      for (let tries = 0; tries < 40 && code !== 'session_revoked'; tries++) {
        const begin = await WORK[kind]!(actor, testContext())
        const begun = await begin()
        code = begun.ok ? '' : begun.code
      }
      return code
    })
    expect(outcomes).toEqual(outcomes.map((_, n) => (n === 3 ? true : 'session_revoked')))
    expect(await workOf(owner.id)).toBe(0)
  },
)

it('twenty concurrent first sign-ins succeed, and count when their sessions are long deleted', async () => {
  const { id: userId } = await makeUser()
  await twenty(() =>
    establishSession(db(), testContext(), { userId, amr: ['pwd'], knownDevice: false }),
  )
  expect(await db().sessionFamily.count({ where: { userId } })).toBe(20)
  await makeSession(userId, testContext())
  await db().sessionFamily.deleteMany({ where: { userId } })
  await db().inboxItem.deleteMany({ where: { userId } })
  await makeSession(userId, testContext())
  expect(await db().inboxItem.count({ where: { userId } })).toBe(1)
})

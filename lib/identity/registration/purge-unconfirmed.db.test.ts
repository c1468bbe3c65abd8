import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { eraseDueRecords } from '@/lib/audit/erase-audit-records'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { purgeExpiredLinks } from '@/lib/identity/identity.jobs'
import { purgeUnconfirmed } from '@/lib/identity/registration/purge-unconfirmed'
import { register } from '@/lib/identity/registration/register'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { inTransaction } from '@/lib/platform/db/transaction'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeRegistration } from '@/tests/kit/make-registration'
import { PASSWORD } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { inviteUser } from '@/lib/users/invite-user'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const START = new Date()
const day = (days: number) => addSeconds(START, days * 86_400)
const on = (days: number) => testContext({ now: day(days) })
const isThere = async (id: string) => (await db().user.count({ where: { id } })) === 1
const registered = () => makeRegistration({}, on(0))

describe('a registration that no one confirms', () => {
  it('is deleted after 30 days, and not before', async () => {
    const { id, email } = await registered()
    await purgeExpiredLinks.run(day(29.9))
    expect(await isThere(id)).toBe(true)
    await purgeExpiredLinks.run(day(30.1))
    expect(await isThere(id)).toBe(false)
    expect(await login({ email, password: PASSWORD }, on(30.1))).toMatchObject({
      code: 'invalid_credentials',
    })
    expect(await register({ email, password: PASSWORD }, on(31))).toMatchObject({ ok: true })
    expect(await db().user.findUnique({ where: { email } })).toMatchObject({ status: 'pending' })
  })

  it('stays as long as another registration of its address waits', async () => {
    const { id, email } = await registered()
    await register({ email, password: 'another correct horse' }, on(29))
    await purgeExpiredLinks.run(day(31))
    expect(await isThere(id)).toBe(true)
    await purgeExpiredLinks.run(day(36.5))
    expect(await isThere(id)).toBe(false)
  })

  it('stays as long as a link works, and for a day after it expired', async () => {
    const { id, email } = await registered()
    await issueEmailToken(db(), { userId: id, kind: 'verify_email', email }, day(30))
    await purgeExpiredLinks.run(day(30.1))
    expect(await isThere(id)).toBe(true)
    const { expiresAt } = await db().emailToken.findFirstOrThrow({ where: { userId: id } })
    await purgeExpiredLinks.run(addSeconds(expiresAt, 3600))
    expect(await isThere(id)).toBe(true)
    await purgeExpiredLinks.run(addSeconds(expiresAt, 2 * 86_400))
    expect(await isThere(id)).toBe(false)
  })

  it('is reported as erased, by no one, and its audit records lose address and browser', async () => {
    const { id } = await makeRegistration({}, testContext({ now: day(0), ip: '203.0.113.9' }))
    await purgeExpiredLinks.run(day(31))
    const recorded = { targetId: id, action: 'user.erased' }
    expect(await db().auditRecord.findMany({ where: recorded })).toMatchObject([
      { outcome: 'ok', actorId: null, ip: null, details: { reason: 'unconfirmed' } },
    ])
    await sealAuditRecords(day(32))
    await eraseDueRecords(day(32))
    expect(
      await db().auditRecord.findFirst({ where: { targetId: id, action: 'user.registered' } }),
    ).toMatchObject({ ip: null, userAgent: null, details: { erased_by: expect.any(String) } })
    expect(await db().auditRecord.findFirst({ where: recorded })).toMatchObject({
      details: { reason: 'unconfirmed' },
    })
    expect(await db().auditErasure.findFirst({ where: { userId: id } })).toMatchObject({
      finishedAt: day(32),
    })
    expect(await verifyAuditChain(day(32))).toMatchObject({ firstBad: null })
  })

  it('is erased with what an instance recorded whose clock is ahead', async () => {
    const { id, email } = await registered()
    const old = day(-40)
    await db().user.update({ where: { id }, data: { createdAt: old, updatedAt: old } })
    await db().registrationAttempt.deleteMany({ where: { userId: id } })
    await db().emailToken.deleteMany({ where: { userId: id } })
    await login({ email, password: PASSWORD }, testContext())
    const behind = addSeconds(new Date(), -60)
    expect(await inTransaction((tx) => purgeUnconfirmed(tx, behind, 200))).toBe(1)
    await sealAuditRecords(day(1))
    await eraseDueRecords(day(1))
    const refused = { targetId: id, action: 'session.refused' }
    expect(await db().auditRecord.findMany({ where: refused })).toMatchObject([
      { ip: null, details: { erased_by: expect.any(String) } },
    ])
  })

  it('is deleted in batches, the oldest first', async () => {
    const all = [await registered(), await registered(), await registered()]
    await db().registrationAttempt.deleteMany()
    await db().emailToken.deleteMany()
    const purge = (limit: number) => inTransaction((tx) => purgeUnconfirmed(tx, day(31), limit))
    expect([await purge(2), await purge(2), await purge(2)]).toEqual([2, 1, 0])
    expect(await db().user.count({ where: { id: { in: all.map(({ id }) => id) } } })).toBe(0)
  })
})

describe('never deleted is', () => {
  const survives = async (id: string) => {
    await db().registrationAttempt.deleteMany()
    await db().emailToken.deleteMany()
    await purgeExpiredLinks.run(day(365))
    expect(await isThere(id)).toBe(true)
  }

  it('an account whose address was confirmed', async () => {
    const { id, token } = await registered()
    await verifyEmail({ token }, on(0))
    await survives(id)
  })

  it('a registration that waits for approval', async () => {
    useSettings({ AUTH_REGISTRATION: 'approval' })
    const { id, token } = await registered()
    await verifyEmail({ token }, on(0))
    useSettings()
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ status: 'pending' })
    await survives(id)
  })

  it('an invited user who has not accepted yet', async () => {
    const actor = await holderOf('users:activate')
    const email = `${newId()}@example.org`
    const invited = await inviteUser(actor, { email, name: null, roles: ['user'] }, on(0))
    await survives(invited.ok ? invited.user.id : '')
  })

  it('a registration that an administrator restored in the last 30 days', async () => {
    const { id } = await registered()
    const actor = await holderOf('users:delete', 'users:restore')
    await changeUserStatus(actor, { userId: id, move: 'delete' }, on(10))
    const restored = await changeUserStatus(actor, { userId: id, move: 'restore' }, on(35))
    expect(restored).toMatchObject({ ok: true })
    await purgeExpiredLinks.run(day(36))
    expect(await isThere(id)).toBe(true)
    await purgeExpiredLinks.run(day(65.1))
    expect(await isThere(id)).toBe(false)
  })

  it('a registration that an administrator gave a role', async () => {
    const { id } = await registered()
    await insertRole(`role ${newId()}`, ['audit:list'], [id])
    await survives(id)
  })

  it.each(['active', 'deactivated', 'deleted'] as const)(
    'an account that is %s',
    async (status) => {
      const { id } = await insertUser({ status })
      await survives(id)
    },
  )
})

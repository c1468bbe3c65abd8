import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { register } from '@/lib/identity/registration/register'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { auditRecordsOf } from '@/tests/kit/audit-records'
import { insertUser } from '@/tests/kit/insert-user'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { livePrincipalOf, principalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const queue = useMailQueue({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
beforeAll(() => syncCatalog(new Date()))
beforeEach(() => db().user.updateMany({ data: { status: 'deactivated' } }))

const rowOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })
const isAlive = async (accessToken: string) =>
  (await authenticate({ accessToken, surface: 'api', presentedByClient: true }, new Date())).ok

describe('deleting one’s own account', () => {
  it('is a soft delete: sessions revoked, no more sign-ins, address stays taken, owner emailed', async () => {
    const user = await makeUser()
    const [one, two] = [await makeSession(user.id, ctx()), await makeSession(user.id, ctx())]
    const principal = { ...(await principalOf(user.id)), sessionId: one.sessionId }
    expect(await isAlive(one.accessToken)).toBe(true)
    expect(await deleteOwnAccount({ password: PASSWORD }, principal, ctx())).toEqual({ ok: true })
    expect(await rowOf(user.id)).toMatchObject({
      status: 'deleted',
      deletedFrom: 'active',
      email: user.email,
      version: 2,
    })
    for (const session of [one, two]) {
      expect(await isAlive(session.accessToken)).toBe(false)
      expect(await refreshSession({ refreshToken: session.refreshToken }, ctx())).toMatchObject({
        ok: false,
      })
    }
    expect(await login({ email: user.email, password: PASSWORD }, ctx())).toMatchObject({
      code: 'invalid_credentials',
    })
    await register({ email: user.email, password: PASSWORD }, ctx())
    expect(await db().user.count({ where: { email: user.email } })).toBe(1)
    await queue.work(new Date())
    expect(queue.mails().map(({ envelope, message }) => [envelope.to[0], message.subject])).toEqual(
      [[user.email, 'Your account was deleted']],
    )
    expect(
      (await auditRecordsOf(user.id)).filter(({ action }) => action === 'user.deleted'),
    ).toMatchObject([
      {
        actorId: user.id,
        outcome: 'ok',
        details: { before: 'active', after: 'deleted', sessions_ended: 2 },
      },
    ])
  })

  it('can be undone by an administrator, while old sessions stay revoked', async () => {
    const user = await makeUser()
    const session = await makeSession(user.id, ctx())
    await deleteOwnAccount({ password: PASSWORD }, await livePrincipalOf(user.id), ctx())
    await changeUserStatus(
      await holderOf('users:restore'),
      { userId: user.id, move: 'restore' },
      ctx(),
    )
    expect(await isAlive(session.accessToken)).toBe(false)
    expect(await login({ email: user.email, password: PASSWORD }, ctx())).toMatchObject({
      ok: true,
    })
  })

  it("requires the password, so that a hijacked session can't delete the account", async () => {
    const user = await makeUser()
    const session = await makeSession(user.id, ctx())
    const principal = { ...(await principalOf(user.id)), sessionId: session.sessionId }
    expect(await deleteOwnAccount({ password: 'wrong' }, principal, ctx())).toMatchObject({
      code: 'invalid_credentials',
    })
    expect(await deleteOwnAccount({}, principal, ctx())).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/password', code: 'required' }],
    })
    expect(await rowOf(user.id)).toMatchObject({ status: 'active', version: 1 })
    expect(await isAlive(session.accessToken)).toBe(true)
    expect(await db().job.count()).toBe(0)
    expect(
      (await auditRecordsOf(user.id)).filter(({ action }) => action.startsWith('user.')),
    ).toMatchObject([
      {
        action: 'user.deletion_refused',
        outcome: 'refused',
        details: { reason: 'invalid_credentials' },
      },
    ])
  })

  it('requires a sign-in within ten minutes if there is no password', async () => {
    const user = await insertUser()
    const principal = await livePrincipalOf(user.id)
    const late = ctx({ now: addSeconds(principal.authTime, 601) })
    expect(await deleteOwnAccount({ password: 'anything' }, principal, late)).toMatchObject({
      code: 'reauthentication_required',
      maxAgeSeconds: 600,
    })
    expect(await rowOf(user.id)).toMatchObject({ status: 'active' })
    expect(await deleteOwnAccount({}, principal, ctx())).toEqual({ ok: true })
  })

  it('is refused for the last administrator: only the audit record is written', async () => {
    const admin = await makeUser({ admin: true })
    const session = await makeSession(admin.id, ctx())
    expect(
      await deleteOwnAccount({ password: PASSWORD }, await livePrincipalOf(admin.id), ctx()),
    ).toMatchObject({
      code: 'last_admin',
    })
    expect(await rowOf(admin.id)).toMatchObject({ status: 'active', version: 1 })
    expect(await isAlive(session.accessToken)).toBe(true)
    expect(await db().job.count()).toBe(0)
    expect(
      (await auditRecordsOf(admin.id)).filter(({ action }) => action === 'user.deleted'),
    ).toMatchObject([{ outcome: 'refused', details: { reason: 'last_admin' } }])
  })
})

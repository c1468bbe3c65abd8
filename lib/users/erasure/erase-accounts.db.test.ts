import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { loadSettings } from '@/lib/config/settings'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { register } from '@/lib/identity/registration/register'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { MAX_ATTEMPTS } from '@/lib/platform/jobs/backoff'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { startS3StandIn } from '@/tests/kit/stand-ins/s3-stand-in'
import { stored } from '@/tests/kit/stored-upload'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { removeDeleted } from '@/lib/uploads/remove-deleted'
import { storage } from '@/lib/uploads/storage'
import { continueErasures } from '@/lib/users/erasure/continue-erasures'
import { eraseDueAccounts } from '@/lib/users/erasure/erase-due-accounts'
import { eraseOwnAccount, eraseUser } from '@/lib/users/erasure/erase-user'
import { findErasureDate } from '@/lib/users/erasure/erasure-date'

const DAY = 86_400
const env = { AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000', DATA_DIR: temporaryFolder() }

useTestDatabase()
const queue = useMailQueue(env)
const apply = (more: Record<string, string> = {}) =>
  useSettings({
    SMTP_URL: queue.receiver().url,
    MAIL_FROM: 'Us <us@auth.example>',
    ...env,
    ...more,
  })
beforeAll(() => syncCatalog(new Date()))
beforeEach(() =>
  db().user.updateMany({ where: { status: 'active' }, data: { status: 'deactivated' } }),
)

const exists = async (id: string) => (await db().user.count({ where: { id } })) === 1
const inDays = (days: number) => addSeconds(new Date(), days * DAY)
const recordsOf = async (targetId: string, action: string) =>
  db().auditRecord.findMany({ where: { targetId, action } })

async function deletedUser(email?: string) {
  const user = await insertUser(email ? { email } : {})
  const remover = await holderOf('users:delete')
  await changeUserStatus(remover, { userId: user.id, move: 'delete' }, ctx())
  return user
}

describe('the grace period', () => {
  it('ends with the erasure of the account, which frees the address', async () => {
    const { id, email } = await deletedUser()
    await eraseDueAccounts(inDays(29))
    expect(await exists(id)).toBe(true)
    await eraseDueAccounts(inDays(30.01))
    expect(await exists(id)).toBe(false)
    expect(await recordsOf(id, 'user.erased')).toMatchObject([
      { actorId: null, ip: null, userAgent: null, details: { reason: 'grace_time' } },
    ])
    await register({ email, password: PASSWORD }, ctx())
    expect((await db().user.findUniqueOrThrow({ where: { email } })).id).not.toBe(id)
  })

  it('never ends when it is off', async () => {
    const { id } = await deletedUser()
    apply({ ACCOUNT_ERASE_AFTER: 'off' })
    await eraseDueAccounts(inDays(9999))
    expect(await findErasureDate(id)).toBeNull()
    apply()
    expect(await exists(id)).toBe(true)
    await eraseDueAccounts(inDays(9999))
  })

  it('is refused unless it is off or a duration', () => {
    const load = (value: string) => () =>
      loadSettings({ APP_ENV: 'local', ACCOUNT_ERASE_AFTER: value })
    expect(load('0')).toThrow(/ACCOUNT_ERASE_AFTER/)
    expect(load('never')).toThrow(/ACCOUNT_ERASE_AFTER/)
    apply()
  })

  it('starts again with the next deletion after a restore', async () => {
    const { id } = await deletedUser()
    const restorer = await holderOf('users:restore', 'users:delete')
    await changeUserStatus(restorer, { userId: id, move: 'restore' }, ctx())
    await changeUserStatus(restorer, { userId: id, move: 'delete' }, ctx({ now: inDays(20) }))
    expect(await findErasureDate(id)).toEqual(expect.any(Date))
    await eraseDueAccounts(inDays(49))
    expect(await exists(id)).toBe(true)
    await eraseDueAccounts(inDays(50.01))
    expect(await exists(id)).toBe(false)
  })

  it('of an account that an earlier build deleted begins with its last change', async () => {
    const { id } = await insertUser({ status: 'deleted' })
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ deletedAt: null })
    await eraseDueAccounts(inDays(29))
    expect(await exists(id)).toBe(true)
    await eraseDueAccounts(inDays(30.01))
    expect(await exists(id)).toBe(false)
  })

  it('does not erase accounts that are not deleted', async () => {
    const { id } = await insertUser()
    await eraseDueAccounts(inDays(9999))
    expect(await exists(id)).toBe(true)
  })
})

describe('erasing a user', () => {
  it.each(['active', 'deactivated', 'pending', 'deleted'] as const)(
    'works in one step for one who is %s',
    async (status) => {
      const actor = await holderOf('users:delete')
      const { id } = await insertUser({ status })
      expect(await eraseUser(actor, { userId: id }, ctx())).toEqual({ ok: true })
      expect(await exists(id)).toBe(false)
      expect(await recordsOf(id, 'user.erased')).toMatchObject([
        { actorId: actor.userId, details: { reason: 'request' } },
      ])
      expect(await eraseUser(actor, { userId: id }, ctx())).toMatchObject({ code: 'not_found' })
    },
  )

  it('is refused without the permission, and nothing is erased', async () => {
    const actor = await holderOf('users:restore', 'users:list', 'users:read', 'users:activate')
    const { id } = await deletedUser()
    expect(await eraseUser(actor, { userId: id }, ctx())).toMatchObject({
      code: 'insufficient_permission',
    })
    expect(await exists(id)).toBe(true)
    expect(await recordsOf(id, 'user.erased')).toMatchObject([{ outcome: 'refused' }])
  })

  it('requires a recent sign-in or the password, so that a hijacked session cannot erase', async () => {
    const admin = await makeUser({ admin: true })
    const actor = { ...(await livePrincipalOf(admin.id)), authTime: inDays(-1) }
    const { id } = await deletedUser()
    const erase = (password?: string) => eraseUser(actor, { userId: id, password }, ctx())
    expect(await erase()).toMatchObject({ code: 'reauthentication_required' })
    expect(await erase('wrong password')).toMatchObject({ code: 'invalid_credentials' })
    expect(await exists(id)).toBe(true)
    expect(await recordsOf(admin.id, 'user.erasure_refused')).toHaveLength(1)
    expect(await erase(PASSWORD)).toEqual({ ok: true })
    expect(await exists(id)).toBe(false)
  })

  it('is refused to an API key', async () => {
    const { userId, roles, permissions } = await holderOf('users:delete')
    const key = { kind: 'key', keyId: newId(), limitedTo: permissions } as const
    const { id } = await deletedUser()
    const actor = { ...key, userId, roles, permissions }
    expect(await eraseUser(actor, { userId: id }, ctx())).toMatchObject({
      code: 'session_required',
    })
    expect(await exists(id)).toBe(true)
  })

  it('is refused for users with more permissions, oneself, and the last administrator', async () => {
    const admin = await insertAdministrator()
    const actor = await holderOf('users:delete')
    expect(await eraseUser(actor, { userId: admin.id }, ctx())).toMatchObject({
      code: 'privilege_escalation',
    })
    const self = await livePrincipalOf(admin.id)
    expect(await eraseUser(self, { userId: admin.id }, ctx())).toMatchObject({ code: 'last_admin' })
    expect(await eraseUser(actor, { userId: actor.userId }, ctx())).toMatchObject({
      code: 'privilege_escalation',
    })
    expect(await exists(actor.userId)).toBe(true)
    expect(await exists(admin.id)).toBe(true)
    expect(await db().accountErasure.count({ where: { userId: admin.id } })).toBe(0)
  })

  it('is refused if the user changed since they were shown', async () => {
    const actor = await holderOf('users:delete')
    const { id } = await deletedUser()
    expect(await eraseUser(actor, { userId: id, versions: [99] }, ctx())).toMatchObject({
      code: 'precondition_failed',
    })
    expect(await exists(id)).toBe(true)
  })
})

describe('erasing one’s own account', () => {
  it('requires the password, and refuses the last administrator', async () => {
    const user = await makeUser({ admin: true })
    const own = await livePrincipalOf(user.id)
    const erase = (password: string) => eraseOwnAccount({ password }, own, ctx())
    expect(await erase('wrong password')).toMatchObject({ code: 'invalid_credentials' })
    expect(await erase(PASSWORD)).toMatchObject({ code: 'last_admin' })
    expect(await db().user.findUnique({ where: { id: user.id } })).toMatchObject({
      status: 'active',
    })
    await insertAdministrator()
    expect(await erase(PASSWORD)).toEqual({ ok: true })
    expect(await exists(user.id)).toBe(false)
  })
})

describe('the last email', () => {
  const remaining = () => db().job.findMany({ where: { kind: 'mail' } })

  it('is the only one that is still sent, in the language of the account', async () => {
    const user = await makeUser()
    await db().user.update({ where: { id: user.id }, data: { locale: 'tr' } })
    await queue.queue({ mail: 'reset_password', email: user.email }, new Date())
    await insertAdministrator()
    await eraseOwnAccount({ password: PASSWORD }, await livePrincipalOf(user.id), ctx())
    await queue.work(inDays(1))
    expect(queue.mails().map(({ envelope, message }) => [envelope.to[0], message.subject])).toEqual(
      [[user.email, 'Hesabınız kalıcı olarak silindi']],
    )
    expect(await remaining()).toEqual([])
    expect(await db().addressMailBudget.count()).toBe(0)
  })

  it('is not sent to an address that was never confirmed: it may be a stranger’s', async () => {
    const actor = await holderOf('users:delete')
    const { id } = await insertUser({ status: 'pending' })
    await eraseUser(actor, { userId: id }, ctx())
    expect(await remaining()).toEqual([])
  })

  it('leaves the queue even if it can never be sent, and the erasure waits for that', async () => {
    const { id } = await deletedUser()
    await eraseUser(await holderOf('users:delete'), { userId: id }, ctx())
    queue.receiver().fail({ at: 'message', with: 550 })
    await continueErasures(inDays(0.1))
    expect(await db().accountErasure.findUnique({ where: { userId: id } })).toMatchObject({
      finishedAt: null,
    })
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) await queue.work(inDays(attempt))
    expect(await remaining()).toMatchObject([{ failedAt: expect.any(Date) }])
    await continueErasures(inDays(20))
    expect(await remaining()).toEqual([])
    expect(await db().accountErasure.findUnique({ where: { userId: id } })).toMatchObject({
      finishedAt: expect.any(Date),
      addresses: [],
    })
  })
})

describe('what is not the erased person’s', () => {
  it('stays: whatever was stored under the address after the erasure', async () => {
    const { id, email } = await deletedUser()
    await eraseUser(await holderOf('users:delete'), { userId: id }, ctx())
    const since = inDays(0.01)
    await register({ email, password: PASSWORD }, ctx({ now: since }))
    const texts = { name: 'New', subject: 'Hello', message: 'Hello' }
    await db().contactMessage.create({ data: { id: newId(), ...texts, email, createdAt: since } })
    await queue.queue({ mail: 'reset_password', email }, since)
    for (const days of [0.1, 0.2, 9]) await continueErasures(inDays(days))
    expect(await db().user.count({ where: { email } })).toBe(1)
    expect(await db().contactMessage.count({ where: { email } })).toBe(1)
    expect(await db().job.count({ where: { kind: 'mail' } })).toBeGreaterThan(0)
  })

  it('stays: messages from an address that the account had never confirmed', async () => {
    const { id, email } = await insertUser({ status: 'pending' })
    const texts = { name: 'Stranger', subject: 'Hello', message: 'Hello' }
    const contact = { id: newId(), ...texts, email, createdAt: inDays(-1) }
    await db().contactMessage.create({ data: contact })
    await eraseUser(await holderOf('users:delete'), { userId: id }, ctx())
    await continueErasures(inDays(1))
    expect(await db().contactMessage.count({ where: { id: contact.id } })).toBe(1)
  })
})

describe('files', () => {
  it('that the storage cannot remove lose owner and name, and are removed later', async () => {
    const user = await makeUser()
    const upload = await stored(user.id)
    const down = vi.spyOn(storage(), 'remove').mockRejectedValue(new Error('down'))
    await insertAdministrator()
    await eraseOwnAccount({ password: PASSWORD }, await livePrincipalOf(user.id), ctx())
    await until('the first try', 10_000, () => down.mock.calls.length > 0)
    const where = { id: upload.id }
    expect(await db().upload.findUnique({ where })).toMatchObject({
      userId: null,
      fileName: null,
      status: 'deleting',
    })
    down.mockRestore()
    await removeDeleted()
    expect(await db().upload.count({ where })).toBe(0)
  })

  it('in an S3 bucket are gone from it', async () => {
    const s3 = await startS3StandIn()
    apply(s3.env)
    const { id } = await insertUser()
    await stored(id)
    expect(s3.objects.size).toBe(1)
    await eraseUser(await holderOf('users:delete'), { userId: id }, ctx())
    await until('the file is removed', 10_000, async () => (await db().upload.count()) === 0)
    expect(s3.objects.size).toBe(0)
    apply()
    await s3.close()
  })

  it('that are logos belong to the service and stay, without their uploader', async () => {
    const user = await insertUser()
    const upload = await stored(user.id)
    await db().upload.update({ where: { id: upload.id }, data: { purpose: 'logo' } })
    await eraseUser(await holderOf('users:delete'), { userId: user.id }, ctx())
    expect(await db().upload.findUnique({ where: { id: upload.id } })).toMatchObject({
      userId: null,
      fileName: null,
      status: 'stored',
    })
  })
})

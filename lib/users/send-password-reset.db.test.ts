import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { db } from '@/lib/platform/db/database'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { sendPasswordReset } from '@/lib/users/user-sign-in-methods'

useTestDatabase()
const queue = useMailQueue()
beforeAll(() => syncCatalog(new Date()))

const rowOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })

describe('a password reset sent by an administrator', () => {
  it('emails a link only to the user, and changes nothing until it is used', async () => {
    const user = await makeUser()
    await makeSession(user.id, ctx())
    const before = await rowOf(user.id)
    const actor = await holderOf('users:activate')
    expect(await sendPasswordReset(actor, { userId: user.id }, ctx())).toMatchObject({
      ok: true,
      user: { id: user.id, version: before.version },
    })
    await queue.work(new Date())
    expect(queue.recipients()).toEqual([user.email])
    expect(await rowOf(user.id)).toEqual(before)
    expect(await db().sessionFamily.count({ where: { userId: user.id, revokedAt: null } })).toBe(1)
    const records = await db().auditRecord.findMany({ where: { actorId: actor.userId } })
    expect(records).toMatchObject([
      { action: 'user.password_reset_sent', outcome: 'ok', targetId: user.id },
    ])
    const token = queue.linkToken()
    expect(JSON.stringify(records)).not.toContain(token)
    expect(await resetPassword({ token, password: 'a quite different passphrase' }, ctx())).toEqual(
      {
        ok: true,
      },
    )
    expect((await rowOf(user.id)).passwordHash).not.toBe(before.passwordHash)
  })

  it.each(['deactivated', 'deleted', 'pending'] as const)(
    'is refused for an account that is %s: no email, nothing written',
    async (status) => {
      const { id } = await insertUser({ status })
      const result = await sendPasswordReset(
        await holderOf('users:activate'),
        { userId: id },
        ctx(),
      )
      expect(result).toMatchObject({ code: 'conflict' })
      expect(await db().job.count()).toBe(0)
      expect(await rowOf(id)).toMatchObject({ status, version: 1 })
    },
  )

  it('is refused for an invited account, which uses its invitation', async () => {
    const { id } = await insertUser({ status: 'pending' })
    await db().user.update({ where: { id }, data: { invitedAt: new Date() } })
    const result = await sendPasswordReset(await holderOf('users:activate'), { userId: id }, ctx())
    expect(result).toMatchObject({ code: 'conflict' })
    expect(await db().job.count()).toBe(0)
  })

  it('needs the permission, and every permission the user has: otherwise no email is sent', async () => {
    const [user, strong] = [await insertUser(), await insertAdministrator()]
    const [able, unable] = [
      await holderOf('users:activate'),
      await holderOf('users:list', 'users:read'),
    ]
    for (const [actor, target, code] of [
      [unable, { userId: user.id }, 'insufficient_permission'],
      [able, { userId: strong.id }, 'privilege_escalation'],
      [able, { userId: user.id, versions: [2] }, 'precondition_failed'],
    ] as const)
      expect(await sendPasswordReset(actor, target, ctx())).toMatchObject({ code })
    expect(await db().job.count()).toBe(0)
  })
})

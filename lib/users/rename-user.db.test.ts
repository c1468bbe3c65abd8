import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { auditRecordsOf } from '@/tests/kit/audit-records'
import { insertUser } from '@/tests/kit/insert-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { renameUser } from '@/lib/users/change-user-details'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const rowOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })

describe('renaming a user', () => {
  it('writes the name, and an audit record without the old and new name', async () => {
    const { id } = await insertUser({ name: 'Ada Byron' })
    const actor = await holderOf('users:activate')
    const renamed = await renameUser(actor, { userId: id, name: 'Ada Lovelace' }, ctx())
    expect(renamed).toMatchObject({ ok: true, user: { id, name: 'Ada Lovelace', version: 2 } })
    expect(await renameUser(actor, { userId: id, name: null }, ctx())).toMatchObject({
      user: { name: null, version: 3 },
    })
    const records = await auditRecordsOf(id)
    expect(records).toMatchObject([
      { action: 'user.renamed', outcome: 'ok', actorId: actor.userId },
      { action: 'user.renamed' },
    ])
    expect(JSON.stringify(records)).not.toMatch(/Byron|Lovelace/)
  })

  it.each([['Ada'], [null]])('to the same name (%s) writes nothing', async (name) => {
    const { id } = await insertUser({ name })
    const before = await rowOf(id)
    const result = await renameUser(await holderOf('users:activate'), { userId: id, name }, ctx())
    expect(result).toMatchObject({ ok: true, user: { name, version: 1 } })
    expect([await rowOf(id), await auditRecordsOf(id)]).toEqual([before, []])
  })

  it('is refused without the permission, for users with more permissions, with an outdated version, and for deleted accounts, and writes nothing', async () => {
    const [user, deleted, strong] = [
      await insertUser({ name: 'Ada' }),
      await insertUser({ name: 'Ada', status: 'deleted' }),
      await insertAdministrator({ name: 'Ada' }),
    ]
    const [able, unable] = [
      await holderOf('users:activate'),
      await holderOf('users:list', 'users:read'),
    ]
    for (const [actor, target, code] of [
      [unable, { userId: user.id }, 'insufficient_permission'],
      [able, { userId: strong.id }, 'privilege_escalation'],
      [able, { userId: user.id, versions: [2] }, 'precondition_failed'],
      [able, { userId: deleted.id }, 'conflict'],
      [able, { userId: newId() }, 'not_found'],
      [able, { userId: 'x' }, 'not_found'],
    ] as const)
      expect(await renameUser(actor, { ...target, name: 'Eve' }, ctx())).toMatchObject({
        ok: false,
        code,
      })
    for (const { id } of [user, deleted, strong])
      expect(await rowOf(id)).toMatchObject({ name: 'Ada', version: 1 })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { updateProfile } from '@/lib/identity/account/profile'
import { db } from '@/lib/platform/db/database'
import { auditRecordsOf } from '@/tests/kit/audit-records'
import { insertUser } from '@/tests/kit/insert-user'
import { principalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const rowOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })

describe('a profile update', () => {
  it('writes the given fields, keeps the rest, and audits only the names of the fields', async () => {
    const { id } = await insertUser({ name: 'Ada' })
    const principal = await principalOf(id)
    const changed = await updateProfile(principal, { name: undefined, locale: 'tr' }, ctx())
    expect(changed).toMatchObject({ ok: true, user: { name: 'Ada', locale: 'tr' } })
    expect(await updateProfile(principal, { name: null }, ctx())).toMatchObject({
      user: { name: null },
    })
    expect(await rowOf(id)).toMatchObject({ name: null, locale: 'tr', version: 3 })
    const details = (await auditRecordsOf(id)).map((record) => record.details)
    expect(details).toMatchObject([{ fields: ['locale'] }, { fields: ['name'] }])
  })

  it.each([
    ['no field', {}],
    ['an unchanged field', { name: 'Ada' }],
    ['an empty field to clear', { name: 'Ada', locale: null }],
  ])('with %s writes nothing', async (_, fields) => {
    const { id } = await insertUser({ name: 'Ada' })
    const before = await rowOf(id)
    const answer = await updateProfile(await principalOf(id), fields, ctx())
    expect(answer).toMatchObject({ ok: true, user: { name: 'Ada' } })
    expect(await rowOf(id)).toEqual(before)
    expect(await auditRecordsOf(id)).toEqual([])
  })

  it('audits only the fields that it changes', async () => {
    const { id } = await insertUser({ name: 'Ada' })
    await updateProfile(await principalOf(id), { name: 'Ada', locale: 'tr' }, ctx())
    expect((await auditRecordsOf(id)).map(({ details }) => details)).toMatchObject([
      { fields: ['locale'] },
    ])
  })

  it('of an account that is no longer active is refused and writes nothing', async () => {
    const { id } = await insertUser({ name: 'Ada' })
    const principal = await principalOf(id)
    await db().user.update({ where: { id }, data: { status: 'deactivated' } })
    const before = await rowOf(id)
    expect(await updateProfile(principal, { name: 'Eve' }, ctx())).toMatchObject({
      code: 'session_revoked',
    })
    expect(await rowOf(id)).toEqual(before)
    expect(await auditRecordsOf(id)).toEqual([])
  })
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { updateProfile } from '@/lib/identity/account/profile'
import { db } from '@/lib/platform/db/database'
import { OPERATOR } from '@/lib/platform/request-context'
import { createProfileField, deleteProfileField } from '@/lib/profile-fields/manage-profile-fields'
import { MAX_PROFILE_FIELDS } from '@/lib/profile-fields/profile-field.schemas'
import { eraseDeletedProfileFields } from '@/lib/profile-fields/profile-fields.jobs'
import { retryWhenBusy, twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { clearProfileFields, makeProfileField } from '@/tests/kit/make-profile-field'
import { principalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(clearProfileFields)

const label = { en: 'Label', tr: 'Etiket' }

describe('twenty concurrent', () => {
  it('changes of different fields of one user are all kept', async () => {
    const keys: string[] = []
    for (let i = 0; i < 20; i++) keys.push(await makeProfileField({ type: 'number' }))
    const { id } = await insertUser()
    const principal = await principalOf(id)
    const results = await twenty((i) =>
      updateProfile(principal, { profile: { [keys[i]!]: i } }, ctx()),
    )
    expect(results.every(({ ok }) => ok)).toBe(true)
    const { profile } = await db().user.findUniqueOrThrow({ where: { id } })
    expect(profile).toEqual(Object.fromEntries(keys.map((key, i) => [key, i])))
  })

  it('changes that together exceed 8 kB do not exceed it', async () => {
    const keys: string[] = []
    for (let i = 0; i < 20; i++) keys.push(await makeProfileField({ max_length: 1000 }))
    const { id } = await insertUser()
    const principal = await principalOf(id)
    const results = await twenty((i) =>
      updateProfile(principal, { profile: { [keys[i]!]: 'x'.repeat(1000) } }, ctx()),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(8)
    const { profile } = await db().user.findUniqueOrThrow({ where: { id } })
    expect(Object.keys(profile as object)).toHaveLength(8)
  })

  it('creations of the same field create one', async () => {
    const results = await twenty(() =>
      createProfileField(OPERATOR, { key: 'city', type: 'text', label }, ctx()),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('creations never exceed the limit', async () => {
    for (let i = 0; i < MAX_PROFILE_FIELDS - 3; i++) await makeProfileField()
    const results = await twenty((i) =>
      createProfileField(OPERATOR, { key: `new_${i}`, type: 'text', label }, ctx()),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(3)
    expect(await db().profileField.count()).toBe(MAX_PROFILE_FIELDS)
  })
})

describe('a field that is deleted while twenty users write it', () => {
  it('leaves no value behind, in either order', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => insertUser()))
    const principals = await Promise.all(users.map(({ id }) => principalOf(id)))
    for (let round = 0; round < 4; round++) {
      await makeProfileField({ key: 'city' })
      const [results] = await Promise.all([
        twenty((i) => updateProfile(principals[i]!, { profile: { city: `${round}` } }, ctx())),
        retryWhenBusy(() => deleteProfileField(OPERATOR, { key: 'city' }, ctx())),
      ])
      for (const result of results)
        if (!result.ok) expect(result).toMatchObject({ errors: [{ pointer: '/fields/city' }] })
      await eraseDeletedProfileFields.run(new Date())
      const left = await db().user.count({ where: { NOT: { profile: { equals: {} } } } })
      expect(left).toBe(0)
      expect(await db().profileField.count()).toBe(0)
    }
  })
})

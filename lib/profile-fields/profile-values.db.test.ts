import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { getProfile, updateProfile } from '@/lib/identity/account/profile'
import { updateProfileBody } from '@/lib/identity/auth.schemas'
import { db } from '@/lib/platform/db/database'
import type { ProfileInput } from '@/lib/profile-fields/profile-field.schemas'
import { holderOf } from '@/tests/kit/administrators'
import { auditRecordsOf } from '@/tests/kit/audit-records'
import { insertUser } from '@/tests/kit/insert-user'
import { clearProfileFields, makeProfileField } from '@/tests/kit/make-profile-field'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { principalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { changeUserDetails } from '@/lib/users/change-user-profile'
import { getUser } from '@/lib/users/get-user'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(clearProfileFields)

async function person() {
  const { id } = await insertUser({ name: 'Ada' })
  const principal = await principalOf(id)
  return {
    id,
    principal,
    save: (profile: ProfileInput) => updateProfile(principal, { profile }, ctx()),
  }
}
const rowOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })
const fault = (key: string, code: string) => ({
  ok: false,
  code: 'validation_failed',
  errors: [{ pointer: `/fields/${key}`, code }],
})

describe('a value', () => {
  it.each([
    [{}, 'Izmir', 'Izmir'],
    [{}, '  Izmir ', 'Izmir'],
    [{}, '<b>"&', '<b>"&'],
    [{ type: 'number' }, 1.5, 1.5],
    [{ type: 'number', minimum: -1, maximum: 1 }, -1, -1],
    [{ type: 'boolean' }, false, false],
    [{ type: 'date' }, '2024-02-29', '2024-02-29'],
    [{ type: 'choice', options: ['a', 'b'] }, 'b', 'b'],
  ])('that fits its field %j is stored: %j', async (field, given, stored) => {
    await makeProfileField({ key: 'it', ...field })
    const { id, save } = await person()
    expect(await save({ it: given })).toMatchObject({ ok: true, user: { fields: { it: stored } } })
    expect((await rowOf(id)).profile).toEqual({ it: stored })
  })

  it.each([
    [{}, '', 'required'],
    [{}, 'a\nb', 'invalid_characters'],
    [{}, 'a\u202Eb', 'invalid_characters'],
    [{}, 'x'.repeat(201), 'too_long'],
    [{ max_length: 3 }, 'four', 'too_long'],
    [{}, 7, 'invalid_type'],
    [{}, true, 'invalid_type'],
    [{ type: 'number' }, '7', 'invalid_type'],
    [{ type: 'number' }, NaN, 'invalid_type'],
    [{ type: 'number' }, Infinity, 'invalid_type'],
    [{ type: 'number', minimum: 0 }, -1, 'out_of_range'],
    [{ type: 'number', maximum: 10 }, 1e300, 'out_of_range'],
    [{ type: 'boolean' }, 'true', 'invalid_type'],
    [{ type: 'date' }, '2023-02-29', 'invalid_date'],
    [{ type: 'date' }, '2023-02-01T00:00:00Z', 'invalid_date'],
    [{ type: 'choice', options: ['a'] }, 'b', 'not_supported'],
    [{ type: 'choice', options: ['a'] }, 'constructor', 'not_supported'],
  ])('that does not fit its field %j is refused and not stored: %j', async (field, given, code) => {
    await makeProfileField({ key: 'it', ...field })
    const { id, save } = await person()
    const before = await rowOf(id)
    expect(await save({ it: given })).toMatchObject(fault('it', code))
    expect(await rowOf(id)).toEqual(before)
  })

  it.each(['__proto__', 'constructor', 'toString', 'unknown', 'It', 'it~/'])(
    'of the unknown field %j changes nothing, not even a prototype',
    async (key) => {
      await makeProfileField({ key: 'it' })
      const { id, save } = await person()
      const body: unknown = JSON.parse(`{"fields":{"${key}":"x"},"name":"Eve"}`)
      const parsed = updateProfileBody.parse(body)
      const saved = await save(parsed.fields!)
      // The parser drops __proto__; every other name is refused.
      if (key !== '__proto__') expect(saved).toMatchObject({ code: 'validation_failed' })
      expect(await rowOf(id)).toMatchObject({ name: 'Ada', profile: {}, version: 1 })
      expect(({} as Record<string, unknown>).x).toBeUndefined()
    },
  )

  it.each([
    [{ it: ['x'] }],
    [{ it: { a: 1 } }],
    [{ it: 'x'.repeat(5000) }],
    [{ ['k'.repeat(65)]: 'x' }],
    [Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 1]))],
    [['x']],
    ['x'],
  ])('is refused if it is too large or of another form: %j', (profile) => {
    expect(updateProfileBody.safeParse({ fields: profile }).success).toBe(false)
  })

  it('is removed by null, and audited only by its key', async () => {
    await makeProfileField({ key: 'it' })
    const { id, save } = await person()
    await save({ it: 'private' })
    expect(await save({ it: null })).toMatchObject({ user: { fields: {} } })
    const records = await auditRecordsOf(id)
    expect(records.map(({ details }) => details)).toMatchObject([
      { fields: ['profile.it'] },
      { fields: ['profile.it'] },
    ])
    expect(JSON.stringify(records)).not.toContain('private')
  })

  it('that is already stored writes nothing', async () => {
    await makeProfileField({ key: 'it' })
    const { id, save } = await person()
    await save({ it: 'x' })
    const before = await rowOf(id)
    expect(await save({ it: 'x' })).toMatchObject({ ok: true })
    expect(await rowOf(id)).toEqual(before)
    expect(await auditRecordsOf(id)).toHaveLength(1)
  })

  it('that is required can be removed only by an administrator', async () => {
    await makeProfileField({ key: 'it', required: true })
    const { id, save } = await person()
    await save({ it: 'x' })
    expect(await save({ it: null })).toMatchObject(fault('it', 'required'))
    expect((await rowOf(id)).profile).toEqual({ it: 'x' })
    const actor = await holderOf('users:activate')
    const target = { userId: id, profile: { it: null } }
    expect(await changeUserDetails(actor, target, ctx())).toMatchObject({ ok: true })
    expect((await rowOf(id)).profile).toEqual({})
  })

  it('is refused if the profile would take more than 8 kB, and nothing is stored', async () => {
    const keys = await Promise.all(
      Array.from({ length: 9 }, () => makeProfileField({ max_length: 1000 })),
    )
    const { id, save } = await person()
    const eight = Object.fromEntries(keys.slice(0, 8).map((key) => [key, 'x'.repeat(1000)]))
    expect(await save(eight)).toMatchObject({ ok: true })
    const before = await rowOf(id)
    expect(await save({ [keys[8]!]: 'y'.repeat(1000) })).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/fields', code: 'too_long' }],
    })
    expect(await rowOf(id)).toEqual(before)
  })
})

describe('who may read and write', () => {
  beforeEach(async () => {
    await makeProfileField({ key: 'own' })
    await makeProfileField({ key: 'shown', writable_by: 'administrators' })
    const hidden = { readable_by: 'administrators', writable_by: 'administrators' }
    await makeProfileField({ key: 'hidden', ...hidden })
  })
  const all = { own: 'a', shown: 'b', hidden: 'c' }

  it('an administrator writes and reads all, the user sees only what is theirs', async () => {
    const { id, principal } = await person()
    const actor = await holderOf('users:activate', 'users:read')
    const changed = await changeUserDetails(actor, { userId: id, profile: all }, ctx())
    expect(changed).toMatchObject({ ok: true })
    expect(await getUser(actor, id)).toMatchObject({ user: { fields: all } })
    const seen = { own: 'a', shown: 'b' }
    const mine = await getProfile(principal)
    expect(mine.ok && mine.user.fields).toEqual(seen)
    const self = await getUser(principal, id)
    expect(self.ok && self.user.fields).toEqual(seen)
    expect(
      (await auditRecordsOf(id)).map(({ action, details }) => [action, details]),
    ).toMatchObject([
      ['user.profile_changed', { fields: ['profile.own', 'profile.shown', 'profile.hidden'] }],
    ])
  })

  it.each([
    ['shown', 'read_only'],
    ['hidden', 'unknown_field'],
  ])('the user cannot write %s, and the rest of the request changes nothing', async (key, code) => {
    const { id, principal } = await person()
    const before = await rowOf(id)
    const change = { name: 'Eve', profile: { own: 'x', [key]: 'y' } }
    expect(await updateProfile(principal, change, ctx())).toMatchObject(fault(key, code))
    expect(await rowOf(id)).toEqual(before)
    expect(await auditRecordsOf(id)).toEqual([])
  })

  it('a service account has no profile', async () => {
    const { id } = await makeServiceAccount()
    const actor = await holderOf('users:activate')
    expect(await changeUserDetails(actor, { userId: id, profile: all }, ctx())).toMatchObject({
      code: 'conflict',
    })
    expect((await rowOf(id)).profile).toEqual({})
  })

  it('name and values of a user are changed together or not at all, at the version asked for', async () => {
    const { id } = await person()
    const actor = await holderOf('users:activate')
    const bad = { userId: id, name: 'Eve', profile: { own: 'x', unknown: 1 } }
    expect(await changeUserDetails(actor, bad, ctx())).toMatchObject(
      fault('unknown', 'unknown_field'),
    )
    const late = { userId: id, versions: [9], profile: { own: 'x' } }
    expect(await changeUserDetails(actor, late, ctx())).toMatchObject({
      code: 'precondition_failed',
    })
    expect(await rowOf(id)).toMatchObject({ name: 'Ada', profile: {}, version: 1 })
    const good = { userId: id, versions: [1], name: 'Eve', profile: { own: 'x' } }
    expect(await changeUserDetails(actor, good, ctx())).toMatchObject({ ok: true })
    expect(await rowOf(id)).toMatchObject({ name: 'Eve', profile: { own: 'x' } })
  })
})

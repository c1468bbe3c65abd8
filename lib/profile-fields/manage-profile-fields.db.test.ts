import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { updateProfile } from '@/lib/identity/account/profile'
import { db } from '@/lib/platform/db/database'
import { OPERATOR } from '@/lib/platform/request-context'
import {
  changeProfileField,
  createProfileField,
  deleteProfileField,
  listManagedFields,
} from '@/lib/profile-fields/manage-profile-fields'
import {
  MAX_PROFILE_FIELDS,
  type NewProfileField,
  profileFieldBody,
} from '@/lib/profile-fields/profile-field.schemas'
import { listProfileFields } from '@/lib/profile-fields/profile-fields'
import {
  eraseDeletedFields,
  eraseDeletedProfileFields,
} from '@/lib/profile-fields/profile-fields.jobs'
import { holderOf } from '@/tests/kit/administrators'
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

const label = { en: 'Department', tr: 'Bölüm' }
const text = (key: string): NewProfileField => ({ key, type: 'text', label })
const create = (asked: object) => createProfileField(OPERATOR, { ...text('city'), ...asked }, ctx())
const keys = async () => (await listManagedFields()).map(({ key }) => key)

describe('a profile field', () => {
  it('is created, changed and deleted by a user with settings:manage, each audited', async () => {
    const actor = await holderOf('settings:manage')
    const field = { ...text('department'), type: 'choice' as const, options: ['Sales', 'Support'] }
    expect(await createProfileField(actor, field, ctx())).toMatchObject({
      ok: true,
      field: { key: 'department', label, options: ['Sales', 'Support'], required: false },
    })
    const change = { key: 'department', required: true }
    expect(await changeProfileField(actor, change, ctx())).toMatchObject({
      field: { required: true, options: ['Sales', 'Support'] },
    })
    expect(await deleteProfileField(actor, { key: 'department' }, ctx())).toMatchObject({
      ok: true,
    })
    expect(await keys()).toEqual([])
    const records = await db().auditRecord.findMany({
      where: { targetId: 'department' },
      orderBy: { id: 'asc' },
    })
    expect(records.map(({ action, details }) => [action, details])).toMatchObject([
      ['profile_field.created', { type: 'choice' }],
      ['profile_field.changed', { fields: ['required'] }],
      ['profile_field.deleted', { type: 'choice' }],
    ])
  })

  it('is managed by no one without settings:manage, whatever else they may do', async () => {
    const others = permissionCatalog.map(({ name }) => name).filter((n) => n !== 'settings:manage')
    const actor = await holderOf(...others)
    await makeProfileField({ key: 'city' })
    const refused = { ok: false, code: 'insufficient_permission' }
    expect(await createProfileField(actor, text('town'), ctx())).toMatchObject(refused)
    const change = { key: 'city', required: true }
    expect(await changeProfileField(actor, change, ctx())).toMatchObject(refused)
    expect(await deleteProfileField(actor, { key: 'city' }, ctx())).toMatchObject(refused)
    expect(await listManagedFields()).toMatchObject([{ key: 'city', required: false }])
  })

  it.each([
    ['constructor', 'reserved_key'],
    ['prototype', 'reserved_key'],
    ['password', 'reserved_key'],
    ['email', 'reserved_key'],
    ['__proto__', 'invalid_key'],
    ['City', 'invalid_key'],
    ['1st', 'invalid_key'],
    ['a b', 'invalid_key'],
    ['a'.repeat(41), 'too_long'],
    ['', 'invalid_key'],
  ])('cannot have the key %j', (key, code) => {
    const parsed = profileFieldBody.safeParse(text(key))
    expect(parsed.error?.issues[0]?.message).toBe(code)
  })

  it.each([
    [{ type: 'number', max_length: 5 }, '/max_length', 'other_field_type'],
    [{ minimum: 1 }, '/minimum', 'other_field_type'],
    [{ options: ['a'] }, '/options', 'other_field_type'],
    [{ type: 'choice' }, '/options', 'required'],
    [{ type: 'choice', options: ['a', 'a'] }, '/options', 'repeated_option'],
    [{ type: 'number', minimum: 2, maximum: 1 }, '/maximum', 'out_of_range'],
    [{ readable_by: 'administrators' }, '/writable_by', 'unreadable_field'],
    [{ required: true, writable_by: 'administrators' }, '/required', 'unwritable_field'],
  ])('that contradicts itself is refused and not created: %j', async (asked, pointer, code) => {
    expect(await create(asked)).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer, code }],
    })
    expect(await keys()).toEqual([])
  })

  it.each([
    [{ label: { en: '', tr: 'x' } }],
    [{ label: { en: 'a\nb', tr: 'x' } }],
    [{ label: { en: 'x'.repeat(101), tr: 'x' } }],
    [{ max_length: 1001 }],
    [{ type: 'choice', options: Array.from({ length: 51 }, (_, i) => `o${i}`) }],
    [{ type: 'number', maximum: Infinity }],
    [{ position: -1 }],
    [{ type: 'object' }],
    [{ unknown: 1 }],
  ])('has bounded properties: %j is refused', (asked) => {
    expect(profileFieldBody.safeParse({ ...text('city'), ...asked }).success).toBe(false)
  })

  it('keeps its key and type, and keeps what a change leaves out', async () => {
    await makeProfileField({ key: 'city', max_length: 7, required: true })
    const patch = { key: 'city', label: { en: 'Town', tr: 'Kent' } }
    expect(await changeProfileField(OPERATOR, patch, ctx())).toMatchObject({
      field: { key: 'city', type: 'text', max_length: 7, required: true, label: patch.label },
    })
  })

  it('is shown in English until it has a Turkish label, which a change of the English one keeps', async () => {
    const change = async (asked: { en: string; tr?: string }) => {
      const changed = await changeProfileField(OPERATOR, { key: 'city', label: asked }, ctx())
      return changed.ok && changed.field.label
    }
    const { label: english } = profileFieldBody.parse({ ...text('city'), label: { en: 'City' } })
    expect(await create({ label: english })).toMatchObject({
      field: { label: { en: 'City', tr: 'City' } },
    })
    expect(await change({ en: 'Town' })).toEqual({ en: 'Town', tr: 'Town' })
    expect(await change({ en: 'Town', tr: 'Kent' })).toEqual({ en: 'Town', tr: 'Kent' })
    expect(await change({ en: 'City' })).toEqual({ en: 'City', tr: 'Kent' })
  })

  it('is refused when another has the key, which stays as it is', async () => {
    await makeProfileField({ key: 'city' })
    expect(await create({ type: 'date' })).toMatchObject({
      code: 'conflict',
      errors: [{ pointer: '/key', code: 'key_taken' }],
    })
    expect(await listManagedFields()).toMatchObject([{ key: 'city', type: 'text' }])
  })

  it('is not created beyond the limit', async () => {
    for (let i = 0; i < MAX_PROFILE_FIELDS; i++) await makeProfileField()
    expect(await create({})).toMatchObject({ code: 'conflict' })
    expect(await keys()).toHaveLength(MAX_PROFILE_FIELDS)
  })

  it('that does not change writes nothing', async () => {
    await makeProfileField({ key: 'city' })
    const records = await db().auditRecord.count()
    const before = await db().profileField.findMany()
    const result = await changeProfileField(OPERATOR, { key: 'city', required: false }, ctx())
    expect(result).toMatchObject({ ok: true })
    expect(await db().profileField.findMany()).toEqual(before)
    expect(await db().auditRecord.count()).toBe(records)
  })

  it('is not overwritten by a change of what another one has changed in the same millisecond', async () => {
    const { now } = ctx()
    const made = await create({})
    if (!made.ok) throw new Error(made.code)
    const versions = [made.field.version]
    const change = (max: number) =>
      changeProfileField(OPERATOR, { key: 'city', versions, max_length: max }, ctx({ now }))
    const first = await change(10)
    expect(first).toMatchObject({ ok: true, field: { max_length: 10, version: versions[0]! + 1 } })
    expect(await change(20)).toMatchObject({ code: 'precondition_failed' })
    expect(await listManagedFields()).toEqual([first.ok && first.field])
    await db().$executeRaw`UPDATE profile_fields SET required = true, updated_at = updated_at`
    versions[0] = versions[0]! + 1
    expect(await change(30)).toMatchObject({ code: 'precondition_failed' })
    expect(await listManagedFields()).toMatchObject([{ max_length: 10, required: true }])
  })

  it('is in force at once where it was changed', async () => {
    expect(await listProfileFields()).toEqual([])
    await makeProfileField({ key: 'city' })
    expect(await listProfileFields()).toMatchObject([{ key: 'city', required: false }])
    await changeProfileField(OPERATOR, { key: 'city', required: true }, ctx())
    expect(await listProfileFields()).toMatchObject([{ required: true }])
  })
})

describe('a deleted profile field', () => {
  async function withValue() {
    await makeProfileField({ key: 'city' })
    const { id } = await insertUser()
    const principal = await principalOf(id)
    await updateProfile(principal, { profile: { city: 'Izmir' } }, ctx())
    return { id, principal }
  }
  const stored = async (id: string) =>
    (await db().user.findUniqueOrThrow({ where: { id } })).profile

  it('is hidden at once, and a job removes its values and only those', async () => {
    await makeProfileField({ key: 'team' })
    const { id, principal } = await withValue()
    await updateProfile(principal, { profile: { team: 'Blue' } }, ctx())
    await deleteProfileField(OPERATOR, { key: 'city' }, ctx())
    expect(await updateProfile(principal, {}, ctx())).toMatchObject({
      user: { fields: { team: 'Blue' } },
    })
    expect(await updateProfile(principal, { profile: { city: 'x' } }, ctx())).toMatchObject({
      errors: [{ pointer: '/fields/city', code: 'unknown_field' }],
    })
    await eraseDeletedProfileFields.run(new Date())
    expect(await stored(id)).toEqual({ team: 'Blue' })
    expect(await db().profileField.count({ where: { key: 'city' } })).toBe(0)
  })

  it('loses its values a few users at a time: each run continues where the last one ended', async () => {
    await withValue()
    for (let i = 0; i < 2; i++)
      await updateProfile(
        await principalOf((await insertUser()).id),
        { profile: { city: 'x' } },
        ctx(),
      )
    await deleteProfileField(OPERATOR, { key: 'city' }, ctx())
    const left = () => db().$queryRaw<object[]>`SELECT FROM users WHERE profile ? 'city'`
    const counts: number[] = []
    for (let run = (await db().user.count()) + 1; run > 0; run--) {
      await eraseDeletedFields({ batch: 1, withinMs: 0 })
      counts.push((await left()).length)
    }
    expect(counts).toContain(1)
    expect(counts.at(-1)).toBe(0)
    expect(await db().profileField.count({ where: { key: 'city' } })).toBe(0)
  })

  it('does not pass its values on to a new field with the same key', async () => {
    const { id, principal } = await withValue()
    await deleteProfileField(OPERATOR, { key: 'city' }, ctx())
    expect(await create({ type: 'date' })).toMatchObject({
      code: 'conflict',
      errors: [{ code: 'key_being_removed' }],
    })
    await eraseDeletedProfileFields.run(new Date())
    expect(await create({ type: 'date' })).toMatchObject({ ok: true })
    expect(await stored(id)).toEqual({})
    const { user } = (await updateProfile(principal, {}, ctx())) as { user: object }
    expect(user).toMatchObject({ fields: {} })
  })
})

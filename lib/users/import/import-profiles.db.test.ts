import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { clearProfileFields, makeProfileField } from '@/tests/kit/make-profile-field'
import { liveHolderOf } from '@/tests/kit/administrators'
import { importRows } from '@/tests/kit/import-rows'
import { insertUser } from '@/tests/kit/insert-user'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { makeSession } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { exportUsers } from '@/lib/users/export-users'
import { listFirstRefused } from '@/lib/users/import/list-imports'
import { readImportFile } from '@/lib/users/import/read-import-file'

useTestDatabase()
useMailQueue()
beforeAll(() => syncCatalog(new Date()))
beforeEach(async () => {
  await clearProfileFields()
  await makeProfileField({ key: 'city', required: true })
  await makeProfileField({ key: 'age', type: 'number', minimum: 0 })
  const hidden = { readable_by: 'administrators', writable_by: 'administrators' }
  await makeProfileField({ key: 'vip', type: 'boolean', ...hidden })
})

const fresh = () => `${newId()}@import.example`
const profileOf = async (email: string) =>
  (await db().user.findUnique({ where: { email } }))?.profile

describe('an import', () => {
  it('stores the values of its columns, typed by their fields, from text as from JSON', async () => {
    const actor = await liveHolderOf('users:activate')
    const [csv, json] = [fresh(), fresh()]
    await importRows(actor, [
      { email: csv, 'fields.city': 'Izmir', 'fields.age': '41', 'fields.vip': 'TRUE' },
      { email: json, fields: { city: 'Izmir', age: 41, vip: true } },
    ])
    const profile = { city: 'Izmir', age: 41, vip: true }
    expect(await profileOf(csv)).toEqual(profile)
    expect(await profileOf(json)).toEqual(profile)
  })

  it('refuses rows whose values do not fit or have no field, and creates the others', async () => {
    const actor = await liveHolderOf('users:activate')
    const [old, unknown, without] = [fresh(), fresh(), fresh()]
    const made = await importRows(actor, [
      { email: old, 'fields.age': '-3' },
      { email: unknown, 'fields.nothing': 'x' },
      { email: without },
    ])
    const refused = await listFirstRefused(made.id, 10)
    expect(refused.map(({ row, column, code }) => [row, column, code])).toEqual([
      [1, 'fields.age', 'out_of_range'],
      [2, 'fields.nothing', 'unknown_field'],
    ])
    expect([await profileOf(old), await profileOf(unknown)]).toEqual([undefined, undefined])
    expect(await profileOf(without)).toEqual({})
  })

  it.each([1e308, -1.5e300, 5e-324])(
    'refuses a row that is too large as stored, with all digits of %d, and creates the others',
    async (value) => {
      const actor = await liveHolderOf('users:activate')
      const long = { max_length: 1000, writable_by: 'administrators' }
      const texts = [await makeProfileField(long), await makeProfileField(long)]
      const last = await makeProfileField({ ...long, max_length: 700 })
      const number = await makeProfileField({ type: 'number', writable_by: 'administrators' })
      // Three bytes for each character: 7,900 of the 8,192 bytes of a profile.
      const filled = [...texts.map((key) => [key, 'あ'.repeat(967)]), [last, 'あ'.repeat(699)]]
      const fields = { ...Object.fromEntries(filled), [number]: value }
      const [large, other] = [fresh(), fresh()]
      for (const dryRun of [true, false]) {
        const made = await importRows(actor, [{ email: large, fields }, { email: other }], dryRun)
        expect(made).toMatchObject({ status: 'completed', created: 1, refused: 1 })
        const refused = await listFirstRefused(made.id, 10)
        expect(refused.map(({ row, code }) => [row, code])).toEqual([[1, 'too_long']])
      }
      expect(await profileOf(other)).toEqual({})
    },
  )

  it.each(['fields.', 'fields.__proto__', 'fields.City X', 'fields.a.b'])(
    'refuses a file with the column %s',
    async (column) => {
      const file = Buffer.from(JSON.stringify([{ email: fresh(), [column]: 'x' }]))
      await expect(readImportFile('json', file)).rejects.toThrow('unknown_column')
    },
  )
})

describe('an export of users', () => {
  it('has a column for each profile field, which an import accepts', async () => {
    const key = newId()
    const { id } = await insertUser({ email: `${key}@x.org` })
    const profile = { city: '=1+1', age: 41, vip: false }
    await db().user.update({ where: { id }, data: { profile: { ...profile, gone: 'x' } } })
    const holder = await liveHolderOf('users:list', 'users:read')
    const { sessionId } = await makeSession(holder.userId, ctx())
    const texts = []
    for (const format of ['csv', 'ndjson'] as const) {
      const filters = { query: key, sort: 'email' } as const
      const made = await exportUsers({ ...holder, sessionId }, { format, filters }, ctx())
      let text = ''
      if (made.ok) for await (const chunk of made.file.chunks) text += chunk
      texts.push(text)
    }
    const [head, line] = texts[0]!.split('\r\n')
    expect(head).toMatch(/,"fields\.city","fields\.age","fields\.vip"$/)
    expect(line).toMatch(/,"'=1\+1","?41"?,"?false"?$/)
    expect(JSON.parse(texts[1]!)).toMatchObject({ fields: profile })
    expect(texts[1]).not.toContain('gone')
  })
})

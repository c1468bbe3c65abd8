import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { insertUser } from '@/tests/kit/insert-user'
import { insertRole } from '@/tests/kit/roles'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { listUsers, type UserListRequest } from '@/lib/users/list-users'
import { USER_SORTS } from '@/lib/users/users.schemas'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(() => db().user.deleteMany())

async function page(request: Partial<UserListRequest> = {}) {
  const result = await listUsers({ sort: 'email', limit: 50, ...request })
  if (!result.ok) throw new Error(result.code)
  return result
}
const emails = async (request: Partial<UserListRequest> = {}) =>
  (await page(request)).users.map(({ email }) => email.split('@')[0])
/** All pages, with changes made between them. */
async function walk(
  request: Partial<UserListRequest>,
  between: (turn: number) => Promise<unknown> = async () => {},
) {
  const seen: string[] = []
  let cursor: string | undefined
  for (let turn = 0; ; turn++) {
    const { users, nextCursor } = await page({ ...request, cursor })
    seen.push(...users.map(({ id }) => id))
    if (!nextCursor) return seen
    cursor = nextCursor
    await between(turn)
  }
}
const person = (local: string, name: string | null = null) =>
  insertUser({ email: `${local}@example.org`, name })

describe('searching users', () => {
  it('matches any part of the address or name, in any case', async () => {
    await person('ada.lovelace', 'Augusta King')
    await person('grace', 'Ada Hopper')
    await person('nevada', 'Nobody')
    expect(await emails({ query: 'ADA' })).toEqual(['ada.lovelace', 'grace', 'nevada'])
    expect(await emails({ query: ' ada.Love ' })).toEqual(['ada.lovelace'])
    expect(await emails({ query: 'augusta k' })).toEqual(['ada.lovelace'])
    expect(await emails({ query: 'lovelace' })).toEqual(['ada.lovelace'])
    expect(await emails({ query: 'usta K' })).toEqual(['ada.lovelace'])
    expect(await emails({ query: '' })).toHaveLength(3)
  })

  it('matches no one with a text of which nothing is left when normalized', async () => {
    expect(await emails({ query: '\u0301' })).toEqual([])
  })

  it('matches one or two characters at the beginning only', async () => {
    await person('ada')
    await person('nevada')
    expect(await emails({ query: 'ad' })).toEqual(['ada'])
  })

  it.each(['%', '_', '\\', '%_\\', "'", '"', '*', '$1', '.'])(
    'matches %s literally',
    async (sign) => {
      await person('plain', 'Plain')
      await person('signed', `${sign}x`)
      expect(await emails({ query: sign })).toEqual(['signed'])
    },
  )

  it.each([
    ['ŞAHİN', 'Şahin'],
    ['şahin', 'ŞAHİN'],
    ['sahin', 'Şahin'],
    ['ışık', 'IŞIK'],
    ['ISIK', 'ışık'],
    ['istanbul', 'İstanbul'],
    ['İSTANBUL', 'istanbul'],
    ['ığdır', 'Iğdır'],
    ['çağ', 'ÇAĞRI'],
    ['ЁЛКА', 'ёлка'],
    ['ελλ', 'ΕΛΛΗΝ'],
    ['ｆｕｌｌ', 'Full'],
  ])('%s finds %s', async (query, name) => {
    await person('found', name)
    await person('other', 'Somebody')
    expect(await emails({ query })).toEqual(['found'])
  })

  it('accepts names that grow when normalized, and the longest query', async () => {
    const name = '\uFDFA'.repeat(100)
    await person('long', name)
    expect(await emails({ query: name })).toEqual(['long'])
    expect(await emails({ query: 'a'.repeat(256) })).toEqual([])
    expect(await walk({ sort: 'name', limit: 1 })).toHaveLength(1)
  })
})

describe('filtering users', () => {
  it('works by status, by role in any case, and by all of them together', async () => {
    const [a, b, c] = [await person('a', 'Ada'), await person('b', 'Ada'), await person('c', 'Cem')]
    await db().user.update({ where: { id: b.id }, data: { status: 'deactivated' } })
    await insertRole(`Helfer ${newId()}`, [], [])
    const role = `Redaktion ${newId()}`
    await insertRole(role, [], [a.id, b.id, c.id])
    expect(await emails({ status: 'deactivated' })).toEqual(['b'])
    expect(await emails({ role: role.toUpperCase() })).toEqual(['a', 'b', 'c'])
    expect(await emails({ role, query: 'ada', status: 'active' })).toEqual(['a'])
    expect(await emails({ role: 'no such role' })).toEqual([])
  })
})

describe('the order of users', () => {
  it.each(USER_SORTS)('%s is kept across pages, even when keys are equal', async (sort) => {
    for (let i = 0; i < 11; i++) {
      const { id } = await person(`p${(i * 7) % 11}`, [null, 'Ada', 'ada', 'Zoe'][i % 4])
      await db().user.update({
        where: { id },
        data: { createdAt: new Date(1_700_000_000_000 + (i % 3) * 1000) },
      })
    }
    const key = { created_at: 'created_at', email: 'email', name: 'name' }[
      sort.replace('-', '')
    ] as 'email'
    const whole = (await page({ sort })).users
    const keys = whole.map((user) => (user[key] ?? '').toLowerCase())
    expect(keys).toEqual(sort.startsWith('-') ? [...keys].sort().reverse() : [...keys].sort())
    expect(await walk({ sort, limit: 2 })).toEqual(whole.map(({ id }) => id))
  })

  it.each(USER_SORTS)(
    '%s shows each remaining user exactly once while others come and go',
    async (sort) => {
      const staying = new Set<string>()
      const leaving: string[] = []
      for (let i = 0; i < 12; i++) {
        const { id } = await person(`s${i}`, `N${i}`)
        if (i % 3) staying.add(id)
        else leaving.push(id)
      }
      const seen = await walk({ sort, limit: 3 }, async (turn) => {
        const id = leaving[turn]
        if (id) await db().user.delete({ where: { id } })
        await person(`s${turn}-new`, `N${turn} new`)
      })
      expect(seen.filter((id) => staying.has(id)).sort()).toEqual([...staying].sort())
      expect(new Set(seen).size).toBe(seen.length)
    },
  )
})

it('a cursor works only for the order it was returned for', async () => {
  for (const name of ['a', 'b', 'c']) await person(name)
  const { nextCursor: cursor } = await page({ sort: 'email', limit: 2 })
  expect(await listUsers({ sort: 'email', limit: 2, cursor })).toMatchObject({
    ok: true,
    nextCursor: null,
  })
  for (const sort of USER_SORTS.filter((sort) => sort !== 'email'))
    expect(await listUsers({ sort, limit: 2, cursor })).toMatchObject({
      ok: false,
      code: 'validation_failed',
      errors: [{ pointer: '/cursor', code: 'invalid_cursor' }],
    })
})

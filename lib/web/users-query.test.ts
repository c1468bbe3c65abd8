import { expect, it } from 'vitest'
import { readUsersQuery, nextSort, ariaSort, usersAddress } from '@/lib/web/users-query'

const read = (query: string) => {
  const { searchParams } = new URL(`http://x/?${query}`)
  return readUsersQuery((name) => searchParams.get(name))
}

it('reads the query, sorted by newest by default', () => {
  expect(read('')).toEqual({ filters: {}, sort: '-created_at' })
  expect(read('query=+ada+&status=active&role=Support&sort=email')).toEqual({
    filters: { query: 'ada', status: 'active', role: 'Support' },
    sort: 'email',
  })
})

it('keeps a search text that looks like a time of a form', () => {
  expect(read('query=2026-11-21T10:00').filters).toEqual({ query: '2026-11-21T10:00' })
})

it.each([
  'status=gone',
  'status=__proto__',
  'sort=password_hash',
  'sort=',
  'query=%00',
  `query=${'x'.repeat(257)}`,
  'query=++',
  'cursor=x',
])('ignores invalid parameters: %s', (query) => {
  expect(read(query)).toEqual({ filters: {}, sort: '-created_at' })
})

it('writes addresses that read back unchanged', () => {
  const query = read('query=a%2Bb%40c&status=deleted&role=a%26b&sort=-name')
  const address = usersAddress(query, { cursor: 'x' })
  expect(address).toBe(
    '/dashboard/users?query=a%2Bb%40c&status=deleted&role=a%26b&sort=-name&cursor=x',
  )
  expect(read(address.split('?')[1]!)).toEqual(query)
  expect(usersAddress(read(''))).toBe('/dashboard/users')
})

it('sorts by a column in its natural order first, then in reverse', () => {
  expect(nextSort('email', '-created_at')).toBe('email')
  expect(nextSort('email', 'email')).toBe('-email')
  expect(nextSort('email', '-email')).toBe('email')
  expect(nextSort('created_at', 'name')).toBe('-created_at')
  expect(nextSort('created_at', '-created_at')).toBe('created_at')
  expect([ariaSort('name', 'name'), ariaSort('name', '-name'), ariaSort('name', 'email')]).toEqual([
    'ascending',
    'descending',
    undefined,
  ])
})

import { expect, it } from 'vitest'
import { routeTable } from '@/server/gateway/api-router'

const find = routeTable(
  ['/a/users', '/a/users/me', '/a/users/[id]', '/a/users/[id]/roles/[role]', '/a/[...rest]'].map(
    (path) => ({ path, handlers: {} }),
  ),
)

it.each([
  ['/a/users', '/a/users', {}],
  ['/a/users/me', '/a/users/me', {}],
  ['/a/users/mel', '/a/users/[id]', { id: 'mel' }],
  ['/a/users/me/roles/x', '/a/users/[id]/roles/[role]', { id: 'me', role: 'x' }],
])('a literal segment comes before a parameter: %s', (path, pattern, params) => {
  const match = find(path)
  expect(match).toMatchObject({ path: pattern })
  expect({ ...match?.params }).toEqual(params)
})

it.each(['/a/x', '/a/users/1/roles', '/a/users/1/roles/2/3', '/a/USERS'])(
  'the rest comes last: %s',
  (path) => expect(find(path)?.path).toBe('/a/[...rest]'),
)

it.each(['', '/', '/a', '/b/users', '/a/users/%ff', '/a/users/%'])('matches nothing: %j', (path) =>
  expect(find(path)).toBeNull(),
)

it.each([
  ['%E2%82%AC', '€'],
  ['a%2Bb%20c', 'a+b c'],
  ['a%252Fb', 'a%2Fb'],
  ['a;b', 'a;b'],
  ['__proto__', '__proto__'],
  [':id', ':id'],
  ['x'.repeat(9000), 'x'.repeat(9000)],
])('decodes a parameter once, however long: %.20s', (segment, value) => {
  expect(find(`/a/users/${segment}`)?.params.id).toBe(value)
})

import { describe, expect, it } from 'vitest'
import { matchPath } from '@/lib/http/pages/page-table'
import { isCanonicalId } from '@/lib/platform/ids'

const ID = '019335e0-0000-7000-8000-00000000000a'
const match = (path: string, pattern = '/dashboard/users/[id]') =>
  matchPath(pattern, path, isCanonicalId)

describe('a pattern with an id', () => {
  it('extracts the id from the path', () => {
    expect(match(`/dashboard/users/${ID}`)).toEqual({ id: ID })
    expect(match(`/dashboard/users/${ID}/edit`, '/dashboard/users/[id]/edit')).toEqual({ id: ID })
  })

  it.each([
    ['no id', '/dashboard/users'],
    ['an empty one', '/dashboard/users/'],
    ['a trailing slash', `/dashboard/users/${ID}/`],
    ['a doubled slash', `/dashboard/users//${ID}`],
    ['an extra segment', `/dashboard/users/${ID}/action`],
    ['an encoded slash', `/dashboard/users/${ID}%2Faction`],
    ['an encoded slash before it', `/dashboard/users%2F${ID}`],
    ['an encoded digit', `/dashboard/users/%30${ID.slice(1)}`],
    ['another spelling of the id', `/dashboard/users/${ID.toUpperCase()}`],
    ['a word', '/dashboard/users/me'],
    ['a number', '/dashboard/users/1'],
    ['the pattern itself', '/dashboard/users/[id]'],
    ['a dot segment', '/dashboard/users/..'],
    ['a property of Object.prototype', '/dashboard/users/__proto__'],
    ['an id with a line break', `/dashboard/users/${ID}\n`],
    ['another prefix', `/Dashboard/users/${ID}`],
  ])('does not match %s', (_, path) => {
    expect(match(path)).toBeNull()
  })
})

it('a pattern without parameters matches only itself', () => {
  expect(match('/dashboard/users', '/dashboard/users')).toEqual({})
  expect(match(`/dashboard/users/${ID}`, '/dashboard/users')).toBeNull()
})

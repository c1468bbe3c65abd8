import { beforeEach, describe, expect, it } from 'vitest'
import { cursorField, MAX_CURSOR_LENGTH, readCursor, writeCursor } from '@/lib/platform/pagination'
import { useSettings } from '@/tests/kit/test-settings'

beforeEach(() => useSettings())

describe('a cursor', () => {
  it('is read by the list that wrote it, whatever the place contains', () => {
    for (const place of [['a'], ['ada\u0000 "lovelace" ł 𝒜', '2026-01-01'], ['']])
      expect(readCursor('users', writeCursor('users', place))).toEqual(place)
  })

  it('of the longest place is accepted as a query parameter', () => {
    const longest = writeCursor('users by -created_at', ['\u0001'.repeat(200), 'x'.repeat(36)])
    expect(cursorField.safeParse(longest).success).toBe(true)
  })

  it('of another list is refused', () => {
    expect(readCursor('roles', writeCursor('users', ['a']))).toBeNull()
  })

  it('changed in one character is refused', () => {
    const genuine = writeCursor('users', ['a', 'b'])
    for (let at = 0; at < genuine.length; at++) {
      const changed =
        genuine.slice(0, at) + (genuine[at] === 'A' ? 'B' : 'A') + genuine.slice(at + 1)
      expect(readCursor('users', changed)).toBeNull()
    }
  })

  it('signed with another secret is refused, with a previous one accepted', () => {
    const [former, present] = [
      'the former secret of these tests 0123',
      'the present secret of these tests 0123',
    ]
    useSettings({ AUTH_JWT_SECRET: former })
    const cursor = writeCursor('users', ['a'])
    useSettings({ AUTH_JWT_SECRET: present })
    expect(readCursor('users', cursor)).toBeNull()
    useSettings({ AUTH_JWT_SECRET: present, AUTH_JWT_PREVIOUS_SECRETS: former })
    expect(readCursor('users', cursor)).toEqual(['a'])
  })

  it.each([
    '',
    ' ',
    'x',
    'null',
    '0',
    '-1',
    '1e999',
    '\0',
    'AAAA',
    '019335e0-0000-7000-8000-00000000000a',
    'A'.repeat(100),
    'A'.repeat(MAX_CURSOR_LENGTH + 1),
    Buffer.from('["users","a"]').toString('base64url'),
    Buffer.from(`${'9'.repeat(15)}.019335e0-0000-7000-8000-00000000000a`).toString('base64url'),
  ])('is refused as %.40j', (text) => {
    expect(readCursor('users', text)).toBeNull()
  })

  it('in another spelling of the same bytes is refused', () => {
    const genuine = writeCursor('users', ['a'])
    for (const spelling of [
      `${genuine}=`,
      ` ${genuine}`,
      `${genuine}\n`,
      genuine.replace(/^/, '+'),
    ])
      expect(readCursor('users', spelling)).toBeNull()
  })
})

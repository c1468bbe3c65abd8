import { describe, expect, it } from 'vitest'
import { createApiKeyBody } from '@/lib/identity/api-keys/api-keys.schemas'
import {
  isApiKey,
  keyIdOf,
  keyLabel,
  newApiKey,
  parseApiKey,
} from '@/lib/identity/api-keys/key-format'
import { newId } from '@/lib/platform/ids'

describe('an API key', () => {
  it('has a fixed length, a prefix for secret scanners, and only letters and digits', () => {
    for (let i = 0; i < 100; i++) expect(newApiKey(newId()).key).toMatch(/^ghk_[0-9A-Za-z]{71}$/)
  })

  it('says which key it is, and has its own secret each time', () => {
    const id = newId()
    const [one, other] = [newApiKey(id), newApiKey(id)]
    expect(parseApiKey(one.key)).toEqual({ label: keyLabel(id), secret: one.secret })
    expect(other.secret).not.toBe(one.secret)
    expect(isApiKey(one.key)).toBe(true)
  })

  it.each([
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    newId(),
  ])('has a label that leads back to its id %s', (id) => expect(keyIdOf(keyLabel(id))).toBe(id))

  it('with a label beyond all ids belongs to none', () => {
    expect(keyIdOf(`ghk_${'z'.repeat(22)}`)).toBeNull()
  })

  it('with any one character changed is refused by its checksum', () => {
    const { key } = newApiKey(newId())
    for (let at = 4; at < key.length; at++) {
      const other = key[at] === 'a' ? 'b' : 'a'
      expect(parseApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBeNull()
    }
  })

  it.each([
    '',
    'ghk_',
    `ghk_${'a'.repeat(71)}`,
    `ghk_${'é'.repeat(71)}`,
    `ghk_${'\0'.repeat(71)}`,
    `ghk_${'a'.repeat(1_000_000)}`,
    `${newApiKey(newId()).key}\n`,
    ` ${newApiKey(newId()).key}`,
    newApiKey(newId()).key.toUpperCase(),
  ])('is not something else that looks like one', (text) => {
    expect(parseApiKey(text)).toBeNull()
  })
})

describe('the body that asks for a key', () => {
  const body = { name: 'Export', permissions: ['users:list'], expires_at: '2027-01-01T00:00:00Z' }

  it('is taken in canonical form', () => {
    const parsed = createApiKeyBody.parse({
      ...body,
      permissions: ['users:read', 'users:list', 'users:read'],
      expires_at: '2027-01-01T02:00:00+02:00',
      allowed_addresses: ['192.0.2.9/24', '::FFFF:192.0.2.7', '2001:DB8::/32', '192.0.2.0/24'],
    })
    expect(parsed).toMatchObject({
      permissions: ['users:list', 'users:read'],
      expires_at: new Date('2027-01-01T00:00:00Z'),
      allowed_addresses: ['192.0.2.0/24', '192.0.2.7', '2001:db8::/32'],
    })
  })

  it.each([
    { name: '' },
    { name: 'x'.repeat(81) },
    { name: 'line\nbreak' },
    { permissions: ['a\0'] },
    { permissions: ['x'.repeat(101)] },
    { permissions: Array.from({ length: 201 }, (_, i) => `p${i}`) },
    { permissions: { length: 1 } },
    { permissions: undefined },
    { expires_at: undefined },
    { expires_at: null },
    { expires_at: 'tomorrow' },
    { expires_at: '2027-01-01' },
    { allowed_addresses: ['127.1'] },
    { allowed_addresses: ['192.0.2.0/33'] },
    { allowed_addresses: ['fe80::1%eth0'] },
    { allowed_addresses: ['example.com'] },
    { allowed_addresses: Array.from({ length: 21 }, (_, i) => `192.0.2.${i}`) },
    { user_id: 'someone' },
    { owner: 'someone' },
  ])('is refused with %j', (change) => {
    expect(createApiKeyBody.safeParse({ ...body, ...change }).success).toBe(false)
  })
})

import { expect, it } from 'vitest'
import { refuse } from '@/lib/platform/problems'
import { RefusedHandshakes } from '@/server/live/refused-handshakes'

it('locks out an address whose handshakes were refused too often, and no other', () => {
  const refused = new RefusedHandshakes()
  for (let n = 0; n < 600; n++) refused.count('a', refuse('invalid_token'))
  expect(refused.waitMs('a')).toBeGreaterThan(0)
  expect(refused.waitMs('b')).toBe(0)
})

it('locks out no address because of an outage or a stop of this service', () => {
  const refused = new RefusedHandshakes()
  for (let n = 0; n < 700; n++)
    for (const code of ['unavailable', 'internal_error'] as const) refused.count('a', refuse(code))
  expect(refused.waitMs('a')).toBe(0)
})

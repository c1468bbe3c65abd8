import { expect, it, onTestFinished, vi } from 'vitest'
import { setClock } from '@/lib/platform/clock'
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

it('admits an address again after a minute, even if the clock of the machine is set back', () => {
  const time = vi.spyOn(performance, 'now').mockReturnValue(1000)
  onTestFinished(() => time.mockRestore())
  const refused = new RefusedHandshakes()
  for (let n = 0; n < 600; n++) refused.count('a', refuse('invalid_token'))
  expect(refused.waitMs('a')).toBe(60_000)
  const clock = setClock({ now: () => new Date(Date.now() - 3_600_000) })
  onTestFinished(() => void setClock(clock))
  time.mockReturnValue(61_000)
  expect(refused.waitMs('a')).toBe(0)
})

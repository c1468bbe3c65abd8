import { afterEach, beforeEach, expect, it } from 'vitest'
import { requestInstant } from '@/lib/http/pages/page-principal'
import { type Clock, setClock } from '@/lib/platform/clock'

const NOW = Date.parse('2026-01-01T00:00:00Z')
let previous: Clock
beforeEach(() => void (previous = setClock({ now: () => new Date(NOW) })))
afterEach(() => void setClock(previous))

const at = (value?: string) =>
  requestInstant(
    new Headers(value === undefined ? {} : { 'x-gatehouse-judged-at': value }),
  ).getTime()

it('is when the middleware looked, so that a token that runs out on the way to the page still counts', () => {
  expect(at(String(NOW - 1500))).toBe(NOW - 1500)
})

it.each([undefined, '', 'soon', 'NaN', '0', String(NOW + 1), String(NOW - 31_000)])(
  'is now when that cannot have been: %s',
  (value) => {
    expect(at(value)).toBe(NOW)
  },
)

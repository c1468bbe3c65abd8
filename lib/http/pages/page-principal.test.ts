import { afterEach, beforeEach, expect, it } from 'vitest'
import { requestInstant } from '@/lib/http/pages/page-principal'
import { type Clock, setClock } from '@/lib/platform/clock'

const NOW = Date.parse('2026-01-01T00:00:00Z')
let previous: Clock
beforeEach(() => void (previous = setClock({ now: () => new Date(NOW) })))
afterEach(() => void setClock(previous))

const at = (value?: string) =>
  requestInstant(
    new Headers(value === undefined ? {} : { 'x-gatehouse-evaluated-at': value }),
  ).getTime()

it('is the time of the page proxy, so that a token that expires before the page renders still counts', () => {
  expect(at(String(NOW - 1500))).toBe(NOW - 1500)
})

it.each([undefined, '', 'soon', 'NaN', '0', String(NOW + 1), String(NOW - 31_000)])(
  'is now if the header is missing or implausible: %s',
  (value) => {
    expect(at(value)).toBe(NOW)
  },
)

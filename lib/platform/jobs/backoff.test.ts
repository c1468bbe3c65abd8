import { expect, it } from 'vitest'
import { backoffSeconds, MAX_ATTEMPTS } from '@/lib/platform/jobs/backoff'

it('waits longer after every attempt, randomized by up to a fifth', () => {
  const attempts = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => index + 1)
  expect(attempts.map((attempt) => backoffSeconds(attempt, () => 0.5))).toEqual([
    5, 30, 120, 600, 1800, 3600, 7200,
  ])
  expect(backoffSeconds(1, () => 0)).toBe(4)
  expect(backoffSeconds(1, () => 1)).toBeCloseTo(6)
  expect(backoffSeconds(99, () => 0.5)).toBe(7200)
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { addSeconds, setClock } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import {
  readProviderHealth,
  recordProviderError,
  recordProviderSuccess,
} from '@/lib/platform/provider-health.store'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const START = new Date('2026-03-01T12:00:00.000Z')
const real = setClock({ now: () => START })
const at = (seconds: number) => setClock({ now: () => addSeconds(START, seconds) })

beforeEach(async () => {
  at(0)
  await db().providerHealth.deleteMany()
})
afterEach(() => void setClock(real))

it('reports nothing for a provider that was never used', async () => {
  expect(await readProviderHealth('mail')).toEqual({
    lastSuccessAt: null,
    lastErrorAt: null,
    lastError: null,
  })
})

it('keeps the last success and the last error, for each provider separately', async () => {
  await recordProviderSuccess('mail')
  at(60)
  await recordProviderError('mail', '535 wrong password')
  await recordProviderError('sms', 'no route')
  expect(await readProviderHealth('mail')).toEqual({
    lastSuccessAt: START,
    lastErrorAt: addSeconds(START, 60),
    lastError: '535 wrong password',
  })
  expect(await readProviderHealth('sms')).toMatchObject({
    lastSuccessAt: null,
    lastError: 'no route',
  })
})

it('records a busy provider every five seconds, and at once after an error', async () => {
  await recordProviderSuccess('mail')
  at(3)
  await recordProviderSuccess('mail')
  expect(await readProviderHealth('mail')).toMatchObject({ lastSuccessAt: START })
  await recordProviderError('mail', 'away')
  at(4)
  await recordProviderSuccess('mail')
  expect(await readProviderHealth('mail')).toMatchObject({ lastSuccessAt: addSeconds(START, 4) })
})

it('never lets an older error replace a newer one', async () => {
  await recordProviderError('mail', 'newer')
  at(-10)
  await recordProviderError('mail', 'older')
  expect(await readProviderHealth('mail')).toMatchObject({ lastError: 'newer' })
})

it("limits the length of a provider's message and removes control characters", async () => {
  await recordProviderError('mail', `no\r\n\u001b[31m${'x'.repeat(2000)}`)
  const { lastError } = await readProviderHealth('mail')
  expect(lastError).toHaveLength(500)
  expect(lastError).toMatch(/^no \[31mx+…$/)
})

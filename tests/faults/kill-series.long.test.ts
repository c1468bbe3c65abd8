import { expect, it } from 'vitest'
import { describeOnServer } from '@/tests/kit/describe-if'
import { useKillSeries } from '@/tests/kit/kill-series/kill-series'

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 200)
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000)
const MINUTES = 60_000

describeOnServer('kill -9 during every kind of work', () => {
  const runSeries = useKillSeries()

  it(
    `loses and doubles nothing, ${ROUNDS} times (KILL_SEED=${SEED})`,
    async () => {
      await expect(runSeries(ROUNDS, SEED)).resolves.toBeUndefined()
    },
    90 * MINUTES,
  )
})

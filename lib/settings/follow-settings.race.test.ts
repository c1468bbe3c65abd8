import { expect, it, onTestFinished } from 'vitest'
import { publish } from '@/lib/platform/bus/bus'
import { inTransaction } from '@/lib/platform/db/transaction'
import { followSettings, onSettingsApplied } from '@/lib/settings/follow-settings'
import { countAreaChange, lockAreaForUpdate } from '@/lib/settings/stored-settings.store'
import { lockWaiters } from '@/tests/kit/lock-waiters'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

useTestDatabase()

it('a change announced during the first read of a starting instance is in force', async () => {
  useSettings()
  let applied = 0
  onTestFinished(onSettingsApplied(() => void applied++))
  const start = await inTransaction(async (holder) => {
    await holder.$executeRaw`LOCK TABLE stored_settings IN ACCESS EXCLUSIVE MODE`
    const following = followSettings()
    await lockWaiters(1)
    await inTransaction(async (tx) => {
      await lockAreaForUpdate(tx, 'policy')
      await countAreaChange(tx, 'policy')
      await publish(tx, { type: 'settings.changed' })
    })
    return { following }
  })
  onTestFinished(await start.following)
  await until('the changed version is applied', 10_000, () => applied === 2)
  expect(applied).toBe(2)
})

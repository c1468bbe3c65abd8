import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { inProcessTransport, useTransport } from '@/lib/platform/bus/bus'
import { inTransaction } from '@/lib/platform/db/transaction'
import { logger } from '@/lib/platform/logger'
import { followSettings, onSettingsApplied } from '@/lib/settings/follow-settings'
import { countAreaChange, lockAreaForUpdate } from '@/lib/settings/stored-settings.store'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 10_000

useTestDatabase()
beforeEach(() => void useSettings())

const change = () =>
  inTransaction(async (tx) => {
    await lockAreaForUpdate(tx, 'policy')
    await countAreaChange(tx, 'policy')
  })

it('logs once that changed settings cannot be applied, and retries, while the bus is down', async () => {
  const warn = vi.spyOn(logger(), 'warn').mockReturnValue(undefined)
  onTestFinished(() => warn.mockRestore())
  onTestFinished(await followSettings())
  useTransport({ ...inProcessTransport, isAlive: () => false })
  onTestFinished(() => useTransport(inProcessTransport))
  let fault: Error | null = null
  let attempts = 0
  onTestFinished(
    onSettingsApplied(() => {
      attempts++
      if (fault) throw fault
    }),
  )
  for (const message of ['one fault', 'another fault']) {
    fault = new Error(message)
    attempts = 0
    await change()
    await until('it is tried three times', WITHIN_MS, () => attempts > 2)
    const [logged, ...others] = warn.mock.calls.splice(0)
    expect(logged).toEqual([{ error: fault }, 'changed settings could not be read yet'])
    expect(others).toEqual([])
    fault = null
    const failed = attempts
    await until('it succeeds', WITHIN_MS, () => attempts > failed)
  }
})

import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { inProcessTransport, useTransport } from '@/lib/platform/bus/bus'
import { inTransaction } from '@/lib/platform/db/transaction'
import { logger } from '@/lib/platform/logger'
import { followSettings, onSettingsApplied, reloadSettings } from '@/lib/settings/follow-settings'
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

/** Follows the settings until the test ends. Applying them fails while there is a `fault`. */
async function followWithFaults() {
  const warn = vi.spyOn(logger(), 'warn').mockReturnValue(undefined)
  onTestFinished(() => warn.mockRestore())
  onTestFinished(await followSettings())
  const stage = { warn, fault: null as Error | null, attempts: 0 }
  onTestFinished(
    onSettingsApplied(() => {
      stage.attempts++
      if (stage.fault) throw stage.fault
    }),
  )
  return stage
}

function stopBus(): void {
  useTransport({ ...inProcessTransport, isAlive: () => false })
  onTestFinished(() => useTransport(inProcessTransport))
}

it('logs once that changed settings cannot be applied, and retries, while the bus is down', async () => {
  const stage = await followWithFaults()
  stopBus()
  for (const message of ['one fault', 'another fault']) {
    const fault = new Error(message)
    Object.assign(stage, { fault, attempts: 0 })
    await change()
    await until('it is tried three times', WITHIN_MS, () => stage.attempts > 2)
    const [logged, ...others] = stage.warn.mock.calls.splice(0)
    expect(logged).toEqual([{ error: fault }, 'changed settings could not be read yet'])
    expect(others).toEqual([])
    stage.fault = null
    const failed = stage.attempts
    await until('it succeeds', WITHIN_MS, () => stage.attempts > failed)
  }
})

it('logs the next failure after settings were read on request', async () => {
  const stage = await followWithFaults()
  stopBus()
  for (const message of ['one fault', 'another fault']) {
    stage.fault = new Error(message)
    await change()
    await until('it is logged', WITHIN_MS, () =>
      stage.warn.mock.calls.some(
        ([logged]) => (logged as { error?: unknown }).error === stage.fault,
      ),
    )
    stage.fault = null
    await reloadSettings()
  }
})

it('retries after settings that were read on request could not be applied', async () => {
  const stage = await followWithFaults()
  stage.fault = new Error('a fault')
  await change()
  await expect(reloadSettings()).rejects.toBe(stage.fault)
  const failed = stage.attempts
  await until('it is tried again', WITHIN_MS, () => stage.attempts > failed)
})

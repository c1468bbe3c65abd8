import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { settings } from '@/lib/config/settings'
import { type BusMessage, deliver } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { followSettings, reloadSettings } from '@/lib/settings/follow-settings'
import {
  countAreaChange,
  lockAreaForUpdate,
  storeSetting,
} from '@/lib/settings/stored-settings.store'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { consumeBus } from '@/server/live/bus-consumer'

const WITHIN_MS = 10_000

useTestDatabase()
beforeEach(() => void useSettings())

/** The password length in force at each check of all sessions. */
async function checks(): Promise<number[]> {
  const found: number[] = []
  const nothing = () => {}
  const parts = {
    sessions: { checkAll: () => found.push(settings().passwords.minLength) },
    access: { checkAll: nothing },
    inbox: { syncAll: nothing },
    pages: { invalidateAll: nothing },
  } as unknown as Parameters<typeof consumeBus>[0]
  onTestFinished(await followSettings())
  onTestFinished(consumeBus(parts))
  return found
}

/** Another instance changes a setting; `before` runs in its transaction, which makes reads wait. */
function change(minLength: number, before: () => void): Promise<void> {
  return inTransaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE setting_areas, stored_settings`
    await lockAreaForUpdate(tx, 'policy')
    await countAreaChange(tx, 'policy')
    const variable = 'AUTH_PASSWORD_MIN_LENGTH'
    await storeSetting(tx, { variable, value: String(minLength), sealed: null }, new Date())
    before()
  })
}

it.each<[string, BusMessage, number]>([
  ['a gap in the bus', { type: 'resync' }, 20],
  ['a message that they changed', { type: 'settings.changed' }, 21],
])(
  'checks sessions again when settings are in force that were read slowly after %s',
  async (_, message, length) => {
    const found = await checks()
    await change(length, () => deliver(message))
    await until('sessions are checked under the new settings', WITHIN_MS, () =>
      found.includes(length),
    )
  },
)

it('checks sessions again when settings that could not be read are in force', async () => {
  const found = await checks()
  await change(22, () => {})
  await db().$executeRaw`ALTER TABLE stored_settings RENAME TO unreadable_settings`
  deliver({ type: 'settings.changed' })
  await expect(reloadSettings()).rejects.toThrow()
  expect(found).not.toContain(22)
  await db().$executeRaw`ALTER TABLE unreadable_settings RENAME TO stored_settings`
  await until('sessions are checked under the new settings', WITHIN_MS, () => found.includes(22))
})

it('checks sessions again for a change whose message came before its commit, without a second copy', async () => {
  const found = await checks()
  deliver({ type: 'settings.changed' }, true)
  await change(23, () => {})
  expect(found).not.toContain(23)
  await until('sessions are checked under the new settings', WITHIN_MS, () => found.includes(23))
})

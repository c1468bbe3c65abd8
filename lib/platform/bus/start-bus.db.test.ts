import { afterEach, expect, inject, it, vi } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { busNeedsFence, closeBus, isBusAlive } from '@/lib/platform/bus/bus'
import { startBus } from '@/lib/platform/bus/start-bus'
import { database } from '@/lib/platform/db/database'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
afterEach(closeBus)

const onServer = inject('testServerUrl') !== ''
const databaseUrl = () => database().pool.options.connectionString
/** Nothing listens on this port. */
const NO_REDIS = 'redis://127.0.0.1:1'

it('is alive with nothing but a database', async () => {
  loadSettings({ DATABASE_URL: databaseUrl() })
  await startBus()
  expect(busNeedsFence()).toBe(false)
  await vi.waitFor(() => expect(isBusAlive()).toBe(true), { timeout: 10_000 })
})

it('starts while Redis is unavailable, and is then only alive if there can be no other instances', async () => {
  loadSettings({ DATABASE_URL: databaseUrl(), REDIS_URL: NO_REDIS })
  await startBus()
  // The embedded database belongs to this process alone, so there are no other instances.
  expect(isBusAlive()).toBe(!onServer)
  expect(busNeedsFence()).toBe(onServer)
})

import { expect, it, onTestFinished, vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useSettings } from '@/tests/kit/test-settings'
import { Fleet } from '@/server/workers/fleet'
import { runPrimary } from '@/server/workers/primary'

const SOURCE = {
  APP_ENV: 'local',
  AUTH_JWT_SECRET: 'the-signing-secret-of-the-tests-0123456789',
  AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  DATABASE_URL: 'postgresql://x/y',
  WORKERS: '2',
}

it('a reload warns of misspelled settings, as a start does, and never prints their values', async () => {
  vi.spyOn(Fleet.prototype, 'start').mockResolvedValue()
  const reloaded = vi.spyOn(Fleet.prototype, 'reload').mockResolvedValue()
  // Pino replaces its methods when the level is set.
  vi.spyOn(logger(), 'level', 'set').mockReturnValue(undefined)
  const warned = vi.spyOn(logger(), 'warn').mockReturnValue(undefined)
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    process.removeAllListeners('SIGHUP')
  })
  await runPrimary(useSettings(SOURCE))
  for (const [name, value] of Object.entries({
    ...SOURCE,
    DATA_DIR: temporaryFolder(),
    RDIS_URL: 'redis://:hush-hush@redis',
  }))
    vi.stubEnv(name, value)
  process.emit('SIGHUP')
  expect(reloaded).toHaveBeenCalledExactlyOnceWith(2)
  const lines = warned.mock.calls.map(([line]) => line)
  expect(lines).toContain('RDIS_URL is not a setting and is ignored; did you mean REDIS_URL?')
  expect(lines.join()).not.toContain('hush')
})

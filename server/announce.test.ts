import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { logger } from '@/lib/platform/logger'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { announceStart } from '@/server/announce'

const start = { embedded: false, startedInMs: 1, setupLink: null }
const logged = { error: vi.spyOn(logger(), 'error'), warn: vi.spyOn(logger(), 'warn') }

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
afterEach(() => void vi.clearAllMocks())

describe('the start announcement', () => {
  it('reports a missing mail sender in production as an error, with its consequences', () => {
    loadSettings(productionEnvironment('postgresql://x/y'))
    announceStart(start)
    expect(logged.error).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(
        /^MAIL_DRIVER=log sends no email: no one can confirm an address, reset a password/,
      ),
    )
  })

  it('says nothing about email with a mail sender or in local mode', () => {
    const { MAIL_DRIVER: _, ...production } = productionEnvironment('postgresql://x/y')
    for (const source of [
      { ...production, SMTP_URL: 'smtp://x', MAIL_FROM: 'G <id@example.org>' },
      {},
    ]) {
      loadSettings(source)
      announceStart(start)
    }
    expect(logged.error).not.toHaveBeenCalled()
    expect(logged.warn).not.toHaveBeenCalled()
  })

  it('warns of every misspelled setting', () => {
    loadSettings({ AUTH_ACESS_TOKEN_TTL: '5m', SMS_X: '1' })
    announceStart(start)
    expect(logged.warn.mock.calls.map(([line]) => line)).toEqual([
      expect.stringContaining('AUTH_ACCESS_TOKEN_TTL?'),
      expect.stringContaining('SMS_X'),
    ])
  })
})

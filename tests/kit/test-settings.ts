import { loadSettings, type Settings } from '@/lib/config/settings'

/** Applies settings for a test file: local mode with fixed secrets, and the given overrides. */
export function useSettings(overrides: Record<string, string> = {}): Settings {
  return loadSettings({
    APP_ENV: 'local',
    AUTH_JWT_SECRET: 'the-signing-secret-of-the-tests-0123456789',
    AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...overrides,
  })
}

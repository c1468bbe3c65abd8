import { defineConfig } from '@playwright/test'
import { findChromium } from '@/tests/kit/find-chromium'

/** A browser that connects only to the service. As root it cannot create its sandbox. */
const QUIET = [
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/**
 * The tests start the built service themselves (e2e/services.ts): one per worker, on a free port
 * with its own folder. See there for the database.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  // As for whole processes in vitest.config.ts: the summary lists tests that needed the second
  // attempt.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    locale: 'en-US',
    screenshot: 'only-on-failure',
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findChromium() ?? undefined, args: QUIET },
  },
})

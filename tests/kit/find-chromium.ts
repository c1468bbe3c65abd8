import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const INSTALLED = [
  // Without the windows of a desktop browser, which are costly to draw.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The Chromium of the browser tests: CHROMIUM_PATH, Playwright's own, or one installed on the
 * system. Null if there is none; `npx playwright install chromium` downloads Playwright's.
 */
export function findChromium(): string | null {
  const places = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...INSTALLED]
  return places.find((path) => path && existsSync(path)) ?? null
}

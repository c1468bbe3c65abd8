import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import type { Page } from '@playwright/test'
import { expect, watchFaults } from '@/e2e/fixtures'

const PHONE = { width: 360, height: 740 }
/** Minified, because a page needs 100 ms longer for the full source. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/**
 * axe finds nothing on the page as it is, in either theme: between themes, only colors differ.
 * Slow: once per page is enough.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page)
}

/** All rules, or those named. Evaluated without a script element, which pages would refuse. */
async function expectNoViolations(page: Page, rules?: string[]): Promise<void> {
  // Next renders the title of a page opened by a link just after the page.
  await expect(page).toHaveTitle(/\S/)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  await page.evaluate(markForContrast)
  const found = await page.evaluate(async (only) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe }
    // Colors that are still changing to another theme have a contrast of their own. Waiting for
    // them can last forever: a window that Chromium takes for covered draws no frames.
    // The end of one can start another, of a color that is inherited.
    const transitions = () =>
      document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    for (let found = transitions(); found.length > 0; found = transitions())
      for (const transition of found) transition.finish()
    const { violations } = await checker.run(
      // The rows of a table are alike, and a hundred of them take four seconds.
      { include: [['html']], exclude: [['tbody > tr:nth-of-type(n+9)']] },
      { resultTypes: ['violations'], preload: false, ...(only && { runOnly: only }) },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, rules)
  expect(found, page.url()).toEqual([])
}

/**
 * Runs in the page: axe checks contrast only where it can differ. Texts whose tags, classes, styles,
 * and states are the same up to the root have the same colors; the first two of them are enough
 * (stripes). On a long page, that takes a third of the time.
 */
function markForContrast(): void {
  const MARK = 'data-contrast'
  const { axe: checker } = globalThis as unknown as { axe: typeof axe }
  checker.configure({ rules: [{ id: 'color-contrast', selector: `[${MARK}]` }] })
  const seen = new Map<string, number>()
  const DECIDES = /^(class|style|type|disabled|open|data-selected|aria-(current|disabled|invalid))$/
  const mark = (element: Element, path: string): void => {
    const deciding = [...element.attributes].filter(({ name }) => DECIDES.test(name))
    const state = deciding.map(({ name, value }) => `${name}=${value}`).sort()
    const isChecked = element.matches(':checked, :has(:checked)')
    const key = `${path}>${element.tagName} ${state.join(' ')} ${isChecked}`
    const hasText =
      element.matches('input, select, textarea') ||
      [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
    const alike = seen.get(key) ?? 0
    if (hasText) seen.set(key, alike + 1)
    element.toggleAttribute(MARK, hasText && alike < 2)
    for (const child of element.children) mark(child, key)
  }
  mark(document.documentElement, '')
}

/** A phone does not scroll sideways. */
export async function expectFitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize()!
  await page.setViewportSize(PHONE)
  const { wide, width } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }))
  expect(wide, page.url()).toBeLessThanOrEqual(width)
  await page.setViewportSize(before)
}

/**
 * The page as it is: it fits a phone, and axe finds nothing. In this order, because axe makes later
 * changes of the window's size slow.
 */
export async function expectSound(page: Page): Promise<void> {
  await expectFitsPhone(page)
  await expectAccessible(page)
}

/**
 * Opens a page and expects it to be accessible, without script errors, and without violations of
 * its content security policy.
 */
export async function look(page: Page, path: string): Promise<void> {
  const faults = watchFaults(page)
  await page.goto(path)
  await settle(page)
  await expectSound(page)
  expect(faults).toEqual([])
}

/** Until the page's own scripts have run. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1000 })),
  )
}

import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import type { Page } from '@playwright/test'
import { expect, watchFaults } from '@/e2e/fixtures'

/** The width to which WCAG 1.4.10 requires pages to reflow. */
const PHONE = { width: 320, height: 640 }
const TABLET = { width: 768, height: 1024 }
/** Minified, because a page needs 100 ms longer for the full source. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

type Theme = 'light' | 'dark'

/** The texts whose contrast this worker has checked on any page, by {@link markForContrast}. */
const checked: Record<Theme, Set<string>> = { light: new Set(), dark: new Set() }

/**
 * axe finds nothing on the page as it is, in either theme: between themes, only colors differ.
 * Slow: once per page is enough.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, 'dark', ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, 'light')
}

/** All rules, or those named. Evaluated without a script element, which pages would refuse. */
async function expectNoViolations(page: Page, theme: Theme, rules?: string[]): Promise<void> {
  // Next renders the title of a page opened by a link just after the page.
  await expect(page).toHaveTitle(/\S/)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const texts = await page.evaluate(markForContrast, [...checked[theme]])
  if (rules && texts.length === 0) return
  const found = await page.evaluate(async (only) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe }
    const { violations } = await checker.run(
      // The rows of a table are alike, and a hundred of them take four seconds.
      { include: [['html']], exclude: [['tbody > tr:nth-of-type(n+9)']] },
      { resultTypes: ['violations'], preload: false, ...(only && { runOnly: only }) },
    )
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, rules)
  expect(found, page.url()).toEqual([])
  for (const text of texts) checked[theme].add(text)
}

/**
 * Runs in the page: axe checks contrast only where it can differ, since that takes most of its
 * time. Texts have the same colors if their tags, classes, styles, and states are the same up to
 * the root, and their stylesheets are. The first two of them are checked (stripes), unless an
 * earlier page had them already. Returns a key for each text to check.
 */
function markForContrast(alreadyChecked: string[]): string[] {
  const MARK = 'data-contrast'
  const DECIDES =
    /^(class|style|data-theme|type|disabled|open|data-selected|aria-(current|disabled|invalid))$/
  const { axe: checker } = globalThis as unknown as { axe: typeof axe }
  checker.configure({ rules: [{ id: 'color-contrast', selector: `[${MARK}]` }] })
  const done = new Set(alreadyChecked)
  const seen = new Map<string, number>()
  const found: string[] = []
  /** Two different 32-bit hashes: too many texts for one. */
  const hash = (text: string) => {
    let [a, b] = [0xdeadbeef, 0x41c6ce57]
    for (let index = 0; index < text.length; index++) {
      a = Math.imul(a ^ text.charCodeAt(index), 0x9e3779b1)
      b = Math.imul(b ^ text.charCodeAt(index), 0x5f356495)
    }
    return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
  }
  const mark = (element: Element, path: string): void => {
    const deciding = [...element.attributes].filter(({ name }) => DECIDES.test(name))
    const state = deciding.map(({ name, value }) => `${name}=${value}`).sort()
    const isChecked = element.matches(':checked, :has(:checked)')
    const isFocused = element === document.activeElement
    const key = hash(`${path}>${element.tagName} ${state.join(' ')} ${isChecked} ${isFocused}`)
    const hasText =
      element.matches('input, select, textarea') ||
      [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
    const alike = seen.get(key) ?? 0
    if (hasText) seen.set(key, alike + 1)
    const text = `${key}-${alike}`
    const isNew = hasText && alike < 2 && !done.has(text)
    if (isNew) found.push(text)
    element.toggleAttribute(MARK, isNew)
    for (const child of element.children) mark(child, key)
  }
  const stylesheets = [...document.styleSheets].map(({ href, cssRules }) =>
    href ? new URL(href).pathname : cssRules[0]?.cssText,
  )
  mark(document.documentElement, `${innerWidth} ${stylesheets.join(' ')}`)
  return found
}

/** A phone and a tablet do not scroll sideways, and no control is cut off where nothing scrolls. */
export async function expectFitsSmallScreens(page: Page): Promise<void> {
  const before = page.viewportSize()!
  for (const size of [PHONE, TABLET]) {
    await page.setViewportSize(size)
    const { wide, width } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      width: document.documentElement.clientWidth,
    }))
    expect(wide, `${page.url()} at ${size.width} px`).toBeLessThanOrEqual(width)
    expect(await page.evaluate(findCutOff), `${page.url()} at ${size.width} px`).toEqual([])
  }
  await page.setViewportSize(before)
}

/**
 * Runs in the page: the controls that an element around them cuts off at a side. What lies outside
 * a scrolling element can be reached, and text with an ellipsis is cut off on purpose.
 */
function findCutOff(): string[] {
  const isCutOff = (control: Element) => {
    const { left, right } = control.getBoundingClientRect()
    for (let element = control; getComputedStyle(element).position !== 'fixed';) {
      const around = element.parentElement
      if (!around) return false
      const { overflowX, textOverflow } = getComputedStyle(around)
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis')
        return false
      const box = around.getBoundingClientRect()
      const clips = overflowX === 'hidden' || overflowX === 'clip'
      if (clips && (left < box.left - 1 || right > box.right + 1)) return true
      element = around
    }
    return false
  }
  const controls = [...document.querySelectorAll('a, button, summary, input, select, textarea')]
  return controls
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter(isCutOff)
    .map(({ outerHTML }) => outerHTML)
}

/**
 * The page as it is: it fits small screens, and axe finds nothing. In this order, because axe makes
 * later changes of the window's size slow.
 */
export async function expectSound(page: Page): Promise<void> {
  await expectFitsSmallScreens(page)
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

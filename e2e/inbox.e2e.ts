import type { BrowserContext, Page } from '@playwright/test'
import {
  expect,
  hydrated,
  newVisitor,
  type Person,
  signIn,
  submitForm,
  test,
  watchFaults,
} from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { en } from '@/lib/i18n/en'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import { findSecurityNotice } from '@/lib/messaging/inbox/security-events'

const PATH = '/dashboard/inbox'
const texts = en.inbox
const notice = findSecurityNotice('new_sign_in')!.texts
const NEWS = notice.en.title

/** A sign-in from elsewhere, which adds one inbox item per kind of device. */
async function signInElsewhere(
  service: Service,
  { email, password }: Person,
  agent: string,
): Promise<void> {
  const answer = await fetch(`${service.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
}
const bellOf = (page: Page, count: number) =>
  page.getByRole('banner').getByRole('link', {
    name:
      count > 0 ? `${texts.title}, ${formatCount(texts.unreadCount, count, 'en')}` : texts.title,
    exact: true,
  })
const items = (page: Page) => page.getByRole('list', { name: texts.title }).getByRole('listitem')
const named = (message: string) => formatMessage(message, { title: NEWS })

/** Resolves when the page's live connection has delivered the state of the inbox. */
function liveAt(page: Page): Promise<unknown> {
  return page
    .waitForEvent('websocket', (socket) => socket.url().includes('/api/v1/ws'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => payload.includes('inbox.updated')),
    )
}

test('two tabs receive news without a reload, and both update when one of them marks it as read', async ({
  context,
  page,
  service,
  signedIn,
}) => {
  const other = await context.newPage()
  const faults = [watchFaults(page), watchFaults(other)]
  const live = [liveAt(page), liveAt(other)]
  await page.goto('/dashboard')
  await other.goto(PATH)
  await Promise.all(live)
  await expect(other.getByText(texts.emptyTitle)).toBeVisible()
  for (const tab of [page, other])
    await tab.evaluate(() => Object.assign(window, { stillTheSamePage: true }))

  await signInElsewhere(service, signedIn, 'Firefox/145.0')
  await expect(bellOf(page, 1)).toBeVisible()
  await expect(page.getByText(formatCount(texts.announcement, 1, 'en'))).toBeAttached()
  await expect(items(other)).toHaveCount(1)
  await signInElsewhere(service, signedIn, 'Chrome/142.0')
  await expect(items(other)).toHaveCount(2)
  await expect(bellOf(page, 2)).toBeVisible()

  for (const tab of [page, other])
    expect(await tab.evaluate(() => 'stillTheSamePage' in window)).toBe(true)
  await other.getByRole('button', { name: texts.markAllRead }).click()
  await expect(bellOf(page, 0)).toBeVisible()
  await expect(other.getByText(formatCount(texts.allRead, 2, 'en'))).toBeVisible()
  expect(faults.flat()).toEqual([])
})

for (const javaScriptEnabled of [true, false])
  test(`items are opened, read and deleted ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
    person,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await signIn(context, service, person)
    for (const agent of ['Firefox/145.0', 'Chrome/142.0', 'curl/8.5'])
      await signInElsewhere(service, person, agent)
    const page = await context.newPage()
    const faults = watchFaults(page)
    await page.goto('/dashboard')
    await bellOf(page, 3).click()
    await expect(page).toHaveURL(PATH)
    await expect(items(page)).toHaveCount(3)

    await items(page)
      .first()
      .getByRole('button', { name: named(texts.openLabel) })
      .click()
    await expect(page).toHaveURL('/dashboard/account/sessions')
    await bellOf(page, 2).click()
    await items(page)
      .nth(1)
      .getByRole('button', { name: named(texts.markReadLabel) })
      .click()
    await expect(bellOf(page, 1)).toBeVisible()
    await page.getByRole('navigation', { name: texts.filter }).getByText(texts.unread).click()
    await expect(items(page)).toHaveCount(1)
    await items(page)
      .getByRole('button', { name: named(texts.deleteLabel) })
      .click()
    await page
      .getByRole('dialog', { name: named(texts.deleteTitle) })
      .getByText(texts.delete, { exact: true })
      .click()
    await expect(page.getByText(texts.deleted)).toBeVisible()
    await expect(page.getByText(texts.noUnreadTitle)).toBeVisible()
    await expect(bellOf(page, 0)).toBeVisible()
    expect(faults).toEqual([])
    await context.close()
  })

test('an action on an item keeps the place in the list, and says that it was done', async ({
  page,
  service,
  signedIn,
}) => {
  const browsers = ['Firefox/145.0', 'Chrome/142.0', 'OPR/120.0', 'Edg/142.0', 'curl/8.5.0']
  for (const agent of browsers) await signInElsewhere(service, signedIn, agent)
  await page.setViewportSize({ width: 1024, height: 500 })
  await page.goto(PATH)
  await hydrated(page)
  await expect(items(page)).toHaveCount(browsers.length)
  const control = (row: number, name: string) =>
    items(page)
      .nth(row)
      .getByRole('button', { name: named(name) })
  const said = (text: string) => page.locator('[data-toasts]').getByText(text)

  await control(3, texts.markReadLabel).focus()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await expect(said(texts.itemRead)).toBeVisible()
  await expect(control(3, texts.markReadLabel)).toBeHidden()
  await expect(items(page).nth(3)).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)

  const next = await items(page).nth(4).textContent()
  await control(3, texts.deleteLabel).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: texts.delete, exact: true }).press('Enter')
  await expect(said(texts.deleted)).toBeVisible()
  await expect(items(page)).toHaveCount(browsers.length - 1)
  await expect(items(page).nth(3)).toHaveText(next!)
  await expect(items(page).nth(3)).toBeFocused()
})

test('stored items appear in the language of the page, within a limited width', async ({
  context,
  page,
  service,
  signedIn,
}) => {
  await signInElsewhere(service, signedIn, 'Firefox/145.0')
  await inTurkish(context, service)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(PATH)
  await expect(page.getByText(notice.tr.title).first()).toBeVisible()
  const { wide, width } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }))
  expect(wide).toBeLessThanOrEqual(width)
})

function inTurkish(context: BrowserContext, service: Service) {
  return submitForm(context, `${service.url}/preferences`, { locale: 'tr' })
}

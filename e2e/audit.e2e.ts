import { readFile } from 'node:fs/promises'
import type { BrowserContext } from '@playwright/test'
import { expect, freshEmail, PASSWORD, signIn, test, watchFaults, type Service } from '@/e2e/fixtures'
import { look } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'

const PATH = '/dashboard/audit'
const texts = en.audit
const ADMIN = { email: 'auditor@example.com', password: PASSWORD }

// A service of its own: this file makes the first administrator.
test.use({ serviceEnv: { AUTH_ACCESS_TOKEN_TTL: '14m' } })

let made = false
async function asAdmin(context: BrowserContext, service: Service): Promise<void> {
  const token = new URL(service.setupLink()).searchParams.get('token')
  if (!made) expect((await service.api('setup', { token, ...ADMIN })).status).toBe(201)
  made = true
  await signIn(context, service, ADMIN)
}

/** A sign-in that is refused, as something to find. */
async function leaveTrace(service: Service): Promise<string> {
  const email = freshEmail()
  await service.api('login', { email, password: 'wrong' })
  return email
}

for (const javaScriptEnabled of [true, false])
  test(`an administrator narrows the trail and reads a record, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled })
    await asAdmin(context, service)
    const email = await leaveTrace(service)
    const page = await context.newPage()
    const faults = watchFaults(page)
    await page.goto('/dashboard')
    await page
      .getByRole('navigation', { name: en.shell.navigation })
      .getByText(en.shell.navigationItems.audit)
      .click()
    await expect(page).toHaveURL(PATH)
    await expect(page.getByRole('link', { name: texts.actions['session.created'] }).first()).toBeVisible()
    await page.getByLabel(texts.filters.action, { exact: true }).selectOption('session.refused')
    if (!javaScriptEnabled) await page.getByRole('button', { name: texts.filters.apply }).click()
    await expect(page).toHaveURL(/action=session\.refused/)
    await expect(page.getByRole('link', { name: texts.actions['session.created'] })).toHaveCount(0)
    await page.getByRole('link', { name: texts.actions['session.refused'] }).first().click()
    await expect(page).toHaveURL(/action=session\.refused&record=/)
    const drawer = page.getByRole('dialog', { name: texts.actions['session.refused'] })
    await expect(drawer).toContainText(email)
    await expect(drawer).toContainText('unknown_email')
    // With script it takes the focus, and from then on the key.
    if (javaScriptEnabled) await expect(drawer).toBeFocused()
    if (javaScriptEnabled) await page.keyboard.press('Escape')
    else await drawer.getByRole('link', { name: texts.record.close }).click()
    await expect(drawer).toHaveCount(0)
    await expect(page).toHaveURL(/audit\?action=session\.refused$/)
    if (javaScriptEnabled)
      await expect(page.getByRole('link', { name: texts.actions['session.refused'] }).first()).toBeFocused()
    await page.goto(`${PATH}?target=nothing`)
    await expect(page.getByText(texts.noMatchTitle)).toBeVisible()
    await page.goto(`${PATH}?actor=somebody`)
    await expect(page.getByText(texts.filters.fix)).toBeVisible()
    await expect(page.getByLabel(texts.filters.actor)).toHaveValue('somebody')
    await expect(page.getByRole('table')).toHaveCount(0)
    expect(faults).toEqual([])
    await context.close()
  })

test('the trail is exported as a file, by the filters that are set', async ({ context, page, service }) => {
  await asAdmin(context, service)
  await leaveTrace(service)
  await page.goto(`${PATH}?action=session.refused`)
  for (const [name, first] of [
    [
      texts.exportCsv,
      /^"id","occurred_at","action",.*\r\n"[\w-]+","[\w:.-]+Z","session\.refused","refused",/,
    ],
    [texts.exportNdjson, /^\{"id":"[\w-]+","occurred_at":"[\w:.-]+Z","action":"session\.refused"/],
  ] as const) {
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name }).click()
    const file = await waiting
    expect(file.suggestedFilename()).toMatch(/^audit-.+\.(csv|ndjson)$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toMatch(first)
    expect(text).not.toContain('session.created')
  }
})

test('what lies on top of a record closes before the record does', async ({ context, page, service }) => {
  await asAdmin(context, service)
  await page.goto(PATH)
  await page.getByRole('table').getByRole('link').first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeFocused()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: en.commands.title })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(page).toHaveURL(/record=/)
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(page).toHaveURL(PATH)
})

test('new records show up by themselves once that is wanted', async ({ context, page, service }) => {
  await asAdmin(context, service)
  await page.goto(PATH)
  const live = page.getByRole('button', { name: texts.live })
  await expect(live).toHaveAttribute('aria-pressed', 'false')
  const before = await page.getByRole('row').count()
  await live.click()
  await expect(live).toHaveAttribute('aria-pressed', 'true')
  await leaveTrace(service)
  await expect(page.getByRole('row')).toHaveCount(before + 1, { timeout: 20_000 })
})

test('whoever lacks the permission sees neither the page nor the file', async ({
  page,
  signedIn,
  service,
}) => {
  expect(signedIn.email).toBeTruthy()
  await page.goto('/dashboard')
  await expect(page.getByText(en.shell.navigationItems.audit)).toHaveCount(0)
  for (const path of [PATH, `${PATH}/export?format=csv`]) {
    const answer = await page.goto(service.url + path)
    expect(answer?.status()).toBe(403)
    await expect(page.getByText('audit:list')).toBeVisible()
  }
  const stranger = await fetch(`${service.url}${PATH}/export?format=csv`, { redirect: 'manual' })
  expect(stranger.status).toBe(303)
})

for (const theme of ['light', 'dark'] as const)
  test(`the trail is sound in ${theme} colours, and fits a phone`, async ({ context, page, service }) => {
    await asAdmin(context, service)
    await leaveTrace(service)
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto(PATH)
    const record = await page.getByRole('table').getByRole('link').first().getAttribute('href')
    for (const path of [PATH, record!, `${PATH}?target=nothing`, `${PATH}?from=x`]) await look(page, path)
  })

import { readFile } from 'node:fs/promises'
import type { BrowserContext } from '@playwright/test'
import { ADMIN, asAdmin } from '@/e2e/administrator'
import { expect, freshEmail, hydrated, newVisitor, test, watchFaults } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { look } from '@/e2e/sound'
import { type AuditAction, auditActionLabel } from '@/lib/audit/audit-actions'
import { en } from '@/lib/i18n/en'
import { until } from '@/tests/kit/until'

const PATH = '/dashboard/audit'
const texts = en.audit
const label = (action: AuditAction) => auditActionLabel(action, 'en')

test.use({ ownService: 'audit' })

/** A refused sign-in to search for. */
async function leaveTrace(service: Service): Promise<string> {
  const email = freshEmail()
  await service.api('login', { email, password: 'wrong' })
  return email
}

/** Imports users over the API and waits for the result. */
async function importUsers(
  context: BrowserContext,
  service: Service,
  emails: string[],
): Promise<void> {
  const { access_token } = (await (await service.api('login', ADMIN)).json()) as {
    access_token: string
  }
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'text/csv' }
  const answer = await context.request.post(`${service.url}/api/v1/users/imports`, {
    headers,
    data: ['email', ...emails].join('\r\n'),
  })
  const { id } = (await answer.json()) as { id: string }
  await until('the import is finished', 10_000, async () => {
    const asked = await context.request.get(`${service.url}/api/v1/users/imports/${id}`, {
      headers,
    })
    return ((await asked.json()) as { status: string }).status === 'completed'
  })
}

for (const javaScriptEnabled of [true, false])
  test(`an administrator filters the trail and reads a record, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const email = await leaveTrace(service)
    const page = await context.newPage()
    const faults = watchFaults(page)
    await page.goto('/dashboard')
    await page
      .getByRole('navigation', { name: en.shell.navigation })
      .getByText(en.audit.title)
      .click()
    await expect(page).toHaveURL(PATH)
    await expect(page.getByRole('link', { name: label('session.created') }).first()).toBeVisible()
    await page.getByLabel(texts.filters.action, { exact: true }).selectOption('session.refused')
    if (!javaScriptEnabled) await page.getByRole('button', { name: texts.filters.apply }).click()
    await expect(page).toHaveURL(/action=session\.refused/)
    await expect(page.getByRole('link', { name: label('session.created') })).toHaveCount(0)
    await page
      .getByRole('link', { name: label('session.refused') })
      .first()
      .click()
    await expect(page).toHaveURL(/action=session\.refused&record=/)
    const drawer = page.getByRole('dialog', {
      name: `${label('session.refused')} ${texts.refused}`,
    })
    await expect(drawer).toContainText(email)
    await expect(drawer).toContainText('unknown_email')
    // With JavaScript it gets the focus and handles the key.
    if (javaScriptEnabled) await expect(drawer).toBeFocused()
    if (javaScriptEnabled) await page.keyboard.press('Escape')
    else await drawer.getByRole('link', { name: texts.record.close }).click()
    await expect(drawer).toHaveCount(0)
    await expect(page).toHaveURL(/audit\?action=session\.refused$/)
    if (javaScriptEnabled)
      await expect(page.getByRole('link', { name: label('session.refused') }).first()).toBeFocused()
    await page.goto(`${PATH}?target=nothing`)
    await expect(page.getByText(texts.noMatchTitle)).toBeVisible()
    await page.goto(`${PATH}?actor=somebody`)
    await expect(page.getByText(texts.filters.fix)).toBeVisible()
    await expect(page.getByLabel(texts.filters.actor)).toHaveValue('somebody')
    await expect(page.getByRole('table')).toHaveCount(0)
    expect(faults).toEqual([])
    await context.close()
  })

for (const javaScriptEnabled of [true, false])
  test(`on a phone, the filters unfold, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const viewport = { width: 360, height: 740 }
    const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled, viewport })
    await asAdmin(context, service)
    const page = await context.newPage()
    await page.goto(PATH)
    const filter = page.getByLabel(texts.filters.action, { exact: true })
    await expect(filter).toBeHidden()
    await page.getByRole('group').getByText(texts.filters.label, { exact: true }).click()
    await filter.selectOption('session.created')
    if (!javaScriptEnabled) await page.getByRole('button', { name: texts.filters.apply }).click()
    await expect(page).toHaveURL(/action=session\.created/)
    await expect(page.getByText(`${texts.filters.label} (1)`)).toBeVisible()
    await page.reload()
    await expect(filter).toHaveValue('session.created')
    await expect(filter).toBeVisible()
    await context.close()
  })

test('a click anywhere in a row opens its record, with seconds in its time and a name for its target', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const email = await leaveTrace(service)
  await page.goto(`${PATH}?action=session.refused`)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row.getByRole('time').first()).toHaveText(/\d\d:\d\d:\d\d/)
  const box = (await row.boundingBox())!
  await page.mouse.click(box.x + box.width - 8, box.y + box.height - 6)
  await expect(page.getByRole('dialog', { name: label('session.refused') })).toContainText(email)
})

for (const javaScriptEnabled of [true, false])
  test(`an import is one entry that leads to its users, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const emails = Array.from({ length: 3 }, freshEmail)
    await importUsers(context, service, emails)
    const page = await context.newPage()
    await page.goto(PATH)
    const entry = page.getByRole('row').filter({ hasText: texts.imports.title }).first()
    await expect(entry).toContainText('3 users created')
    await expect(page.getByText(label('user.imported'))).toHaveCount(1) // the filter's option
    await entry.getByRole('link', { name: texts.imports.show }).click()
    await expect(page.getByRole('heading', { name: texts.imports.rows })).toBeVisible()
    const users = page.getByRole('table').last()
    await expect(users.getByRole('row')).toHaveCount(4)
    for (const email of emails) await expect(users).toContainText(email)
    await expect(page.getByRole('table').first()).toContainText(label('user_import.finished'))
    await users.getByRole('link').first().click()
    await expect(page.getByRole('dialog')).toContainText(label('user.imported'))
    await page.goto(PATH)
    await page.getByRole('link', { name: texts.imports.ungroup }).click()
    await expect(page.getByRole('link', { name: label('user.imported') }).first()).toBeVisible()
    await context.close()
  })

test('verifying the trail explains itself, shows its latest seal, and compares with an earlier one', async ({
  context,
  page,
  service,
}) => {
  const words = texts.verify
  await asAdmin(context, service)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(PATH)
  await page.getByRole('link', { name: words.open, exact: true }).click()
  await expect(page).toHaveURL(`${PATH}/verify`)
  const verify = page.getByRole('button', { name: words.submit })
  await verify.click()
  await expect(page.getByText(/^The audit trail is intact\. \d+ sealed records? w/)).toBeVisible()
  await expect(page.getByText(words.notCompared)).toBeVisible()
  await page.getByRole('button', { name: words.copy }).click()
  const head = await page.evaluate(() => navigator.clipboard.readText())
  expect(head).toMatch(/^\d+\.[\w-]{43}$/)
  await page.getByLabel(words.head).fill('1.nothing')
  await verify.click()
  await expect(page.getByText(en.forms.fieldErrors.invalid)).toBeVisible()
  await page.getByLabel(words.head).fill(` ${head} `)
  await verify.click()
  await expect(page.getByText(words.compared)).toBeVisible()
  await expect(page.getByRole('table', { name: words.earlier })).toHaveCount(0)
  await expect(page.getByRole('region', { name: words.earlier })).toContainText(head)
  await page.getByLabel(words.head).fill(`${head.split('.')[0]}.${'A'.repeat(43)}`)
  await verify.click()
  await expect(page.getByText(words.broken)).toBeVisible()
  await expect(page.getByText(words.faults.other_head)).toBeVisible()
})

test('verifying the trail works without JavaScript', async ({ browser, service }) => {
  const context = await newVisitor(browser, service, false)
  await asAdmin(context, service)
  const page = await context.newPage()
  await page.goto(`${PATH}/verify`)
  await page.getByRole('button', { name: texts.verify.submit }).click()
  await expect(page.getByText(texts.verify.done)).toBeVisible()
  await expect(page.getByText(/^The audit trail is intact\./)).toBeVisible()
  await context.close()
})

test('the trail is exported as a file with the current filters', async ({
  context,
  page,
  service,
}) => {
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

test('an overlay on top of a record closes before the record does', async ({
  context,
  page,
  service,
}) => {
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

test('news of the inbox is announced beside an open record', async ({ context, page, service }) => {
  await asAdmin(context, service)
  await page.goto(PATH)
  await hydrated(page)
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toBeFocused()
  const answer = await fetch(`${service.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Firefox/145.0' },
    body: JSON.stringify(ADMIN),
  })
  expect(answer.status).toBe(200)
  const news = page.getByText(en.inbox.announcement.one.split('.')[0]!)
  await expect(news).toBeAttached()
  expect(await news.evaluate((region) => region.closest('[inert]'))).toBeNull()
})

test('the keyboard stays in an open record', async ({ context, page, service }) => {
  await asAdmin(context, service)
  await page.goto(PATH)
  const record = page.getByRole('table').getByRole('link').first()
  await record.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeFocused()
  const search = page.getByRole('button', { name: en.commands.open, includeHidden: true })
  for (const key of ['Shift+Tab', 'Shift+Tab', 'Tab', 'Tab', 'Tab', 'Tab']) {
    await page.keyboard.press(key)
    const isOutside = await drawer.evaluate(
      (panel) =>
        document.activeElement !== document.body && !panel.contains(document.activeElement),
    )
    expect(isOutside).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(record).toBeFocused()
  await search.focus()
  await expect(search).toBeFocused()
})

test('new records appear automatically when that is turned on', async ({
  context,
  page,
  service,
}) => {
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

test('without the permission neither the page nor the file is available', async ({
  page,
  signedIn: _,
  service,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByText(en.audit.title)).toHaveCount(0)
  for (const path of [PATH, `${PATH}/export?format=csv`]) {
    const answer = await page.goto(service.url + path)
    expect(answer?.status()).toBe(403)
    await expect(page.getByText('audit:list')).toBeVisible()
  }
  const stranger = await fetch(`${service.url}${PATH}/export?format=csv`, { redirect: 'manual' })
  expect(stranger.status).toBe(303)
})

test('the trail is accessible in both themes and fits a phone', async ({
  context,
  page,
  service,
}) => {
  test.slow() // many pages, each checked with axe
  await asAdmin(context, service)
  await leaveTrace(service)
  await page.goto(PATH)
  const record = await page.getByRole('table').getByRole('link').first().getAttribute('href')
  for (const path of [PATH, record!, `${PATH}?target=nothing`, `${PATH}?from=x`, `${PATH}/verify`])
    await look(page, path)
})

import type { BrowserContext, Page } from '@playwright/test'
import { expect, PASSWORD, signIn, test, watchFaults, type Service } from '@/e2e/fixtures'
import { expectSound } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { tr } from '@/lib/i18n/tr'

const { activity, commands, shell } = en
const ADMIN = { email: 'keeper@example.com', password: PASSWORD }
const METRICS_TOKEN = 'what-the-scraper-of-this-test-sends'

// A service of its own: this file makes the first administrator.
test.use({ serviceEnv: { METRICS_TOKEN } })

let made = false
async function asAdmin(context: BrowserContext, service: Service): Promise<void> {
  const token = new URL(service.setupLink()).searchParams.get('token')
  if (!made) expect((await service.api('setup', { token, ...ADMIN })).status).toBe(201)
  made = true
  await signIn(context, service, ADMIN)
}

const palette = (page: Page) => page.getByRole('dialog', { name: commands.title })
const field = (page: Page) => palette(page).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')

/** What happened is drawn at once. */
async function expectDrawn(page: Page, of: 'signIns' | 'signInFailures') {
  await page.goto('/dashboard')
  await expect(page.getByRole('img', { name: activity.charts[of] }).first()).toHaveAccessibleName(
    /: [1-9]\d* in all/,
  )
}

async function openPalette(page: Page) {
  await page.getByRole('button', { name: commands.open, exact: true }).click()
  await expect(field(page)).toBeFocused()
}

for (const javaScriptEnabled of [true, false])
  test(`the home page shows what happened, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled })
    await asAdmin(context, service)
    await service.api('login', { email: 'nobody@example.com', password: 'wrong' })
    const page = await context.newPage()
    await expectDrawn(page, 'signInFailures')
    await page.getByRole('link', { name: activity.ranges['30d'] }).click()
    await expect(page).toHaveURL('/dashboard?range=30d')
    await expect(page.getByRole('link', { name: activity.ranges['30d'] })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await page.getByText(activity.table).click()
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(31)
    await expect(rows.nth(1).getByRole('cell').nth(1)).toHaveText(/^[1-9]/)
    await context.close()
  })

test('a chart tells its values to the pointer and to the arrow keys', async ({ context, page, service }) => {
  await asAdmin(context, service)
  await expectDrawn(page, 'signIns')
  const chart = page.getByRole('group', { name: activity.charts.signIns, exact: true })
  const tooltip = chart.locator('[data-tooltip]')
  const box = (await chart.boundingBox())!
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2)
  await expect(tooltip).toHaveText(/^[1-9]\d* \d+ \w+, \d\d:00$/)
  const newest = await tooltip.textContent()
  await page.mouse.move(5, 5)
  await expect(tooltip).toHaveCount(0)
  await page.getByRole('link', { name: activity.ranges['30d'] }).focus()
  await page.keyboard.press('Tab')
  await expect(chart).toBeFocused()
  await expect(tooltip).toHaveText(newest!)
  await page.keyboard.press('Home')
  await expect(tooltip).toHaveText(/^0 /)
  await expect(chart.locator('[aria-live]')).toHaveText(/^\d+ \w+, \d\d:00: 0$/)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(tooltip).not.toHaveText(newest!)
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
})

test('without JavaScript each point of a chart has a title', async ({ browser, service }) => {
  const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled: false })
  await asAdmin(context, service)
  const page = await context.newPage()
  await expectDrawn(page, 'signIns')
  const chart = page.getByRole('group', { name: activity.charts.signIns, exact: true })
  await expect(chart.locator('g > title')).toHaveCount(24)
  await expect(chart.locator('g > title').last()).toHaveText(/^\d+ \w+, \d\d:00: [1-9]/)
  await context.close()
})

test('whoever may not read the audit trail sees no charts', async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy()
  await page.goto('/dashboard?range=30d')
  await expect(page.getByText(shell.signOut)).toHaveCount(1)
  await expect(page.getByText(activity.title)).toHaveCount(0)
})

test('the palette opens by the keyboard, goes to a page, and gives the focus back', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const faults = watchFaults(page)
  await page.goto('/dashboard/account')
  const button = page.getByRole('button', { name: commands.open, exact: true })
  // As browsers send it when they fill in a form: an event of that name without a key.
  await page.evaluate(() => document.dispatchEvent(new Event('keydown')))
  await button.focus()
  for (const key of ['Control+k', 'Meta+k']) {
    await page.keyboard.press(key)
    await expect(field(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await expect(button).toBeFocused()
  }
  await page.keyboard.press('Control+k')
  await field(page).fill('trail admin')
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/audit')
  await expect(palette(page)).toHaveCount(0)
  await openPalette(page)
  await page.mouse.click(5, 400)
  await expect(palette(page)).toHaveCount(0)
  expect(faults).toEqual([])
})

test('the palette finds people for whoever may list them, and shows no answer that is stale', async ({
  context,
  page,
  person,
  service,
}) => {
  await asAdmin(context, service)
  await page.goto('/dashboard')
  await openPalette(page)
  const early = person.email.slice(0, 4)
  const stale = { id: 'x', email: 'stale@example.com', name: null, href: '/dashboard' }
  let answer = () => {}
  await page.route(`**/dashboard/users/find?query=${early}`, async (route) => {
    await new Promise<void>((done) => (answer = done))
    await route.fulfill({ json: { people: [stale] } }).catch(() => undefined)
  })
  const gone = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`query=${early}`))
  const asked = page.waitForRequest(/users\/find/)
  await field(page).fill(early)
  await asked
  await field(page).fill(person.email)
  await expect(options(page).filter({ hasText: person.email })).toBeVisible()
  // It is not waited for any more, and its answer goes nowhere.
  await gone
  answer()
  await expect(palette(page).getByText(stale.email)).toHaveCount(0)
  await field(page).fill('nobody is called that')
  await expect(palette(page).getByText(commands.nothing).first()).toBeVisible()
  await field(page).fill(person.email)
  await options(page).filter({ hasText: person.email }).click()
  await expect(page).toHaveURL(/\/dashboard\/(users|audit)/)
})

test('who may not list users finds pages, no people', async ({ page, signedIn, service }) => {
  await page.goto('/dashboard')
  await openPalette(page)
  await expect(field(page)).toHaveAttribute('placeholder', commands.placeholder)
  let asked = 0
  page.on('request', (request) => (asked += request.url().includes('/find') ? 1 : 0))
  await field(page).fill(signedIn.email)
  // Where people are looked for, it says so from the first letters on.
  await expect(palette(page).getByText(commands.nothing).first()).toBeVisible()
  await field(page).fill('audit')
  await expect(palette(page).getByText(commands.nothing).first()).toBeVisible()
  await expect(options(page)).toHaveCount(0)
  expect(asked).toBe(0)
  const answer = await page.request.get(`${service.url}/dashboard/users/find?query=ab`, {
    headers: { accept: 'application/json' },
  })
  expect(answer.status()).toBe(403)
  // The refusal stands in the frame of the dashboard, which names whoever is signed in.
  expect((await answer.text()).replaceAll(signedIn.email, '')).not.toContain('@example')
})

test('actions of the palette change colours and language, and sign out', async ({
  page,
  person,
  context,
  service,
}) => {
  await signIn(context, service, person)
  await page.goto('/dashboard/account')
  await openPalette(page)
  await field(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page).toHaveURL('/dashboard/account')
  await openPalette(page)
  await field(page).fill('turkce')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: tr.commands.title })
  await dialog.getByRole('combobox').fill('CIKIS')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth/login')
})

test('without JavaScript there is no button that does nothing', async ({ browser, person, service }) => {
  const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled: false })
  await signIn(context, service, person)
  const page = await context.newPage()
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: shell.accountMenu })).toBeVisible()
  await expect(page.getByRole('button', { name: commands.open, exact: true })).toHaveCount(0)
  await context.close()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`home page and palette are sound in ${colorScheme} colours, and fit a phone`, async ({
    context,
    page,
    service,
  }) => {
    await asAdmin(context, service)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const faults = watchFaults(page)
    await expectDrawn(page, 'signIns')
    await page.getByText(activity.table).click()
    await expectSound(page)
    await openPalette(page)
    await field(page).fill('keeper')
    await expect(options(page)).toHaveCount(1)
    await expectSound(page)
    expect(faults).toEqual([])
  })

test('metrics are for whoever has the token', async ({ service, page }) => {
  await page.goto('/auth/login')
  const ask = (authorization: string) => fetch(`${service.url}/metrics`, { headers: { authorization } })
  expect((await ask('Bearer guess')).status).toBe(401)
  const answer = await ask(`Bearer ${METRICS_TOKEN}`)
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect(await answer.text()).toMatch(
    /gatehouse_http_requests_total\{route="\/auth\/login",method="GET",status="200"\} \d/,
  )
})

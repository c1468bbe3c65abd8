import type { Page } from '@playwright/test'
import { asAdmin } from '@/e2e/administrator'
import { expect, newVisitor, signIn, test, watchFaults } from '@/e2e/fixtures'
import { expectSound } from '@/e2e/sound'
import { en } from '@/e2e/texts'

const { activity, commands, home } = en
const METRICS_TOKEN = 'what-the-scraper-of-this-test-sends'

test.use({ ownService: 'home', serviceEnv: { METRICS_TOKEN } })

/** Opens the home page, which immediately shows what just happened. */
async function openHome(page: Page) {
  await page.goto('/dashboard')
  await expect(
    page.getByRole('img', { name: activity.charts.signIns }).first(),
  ).toHaveAccessibleName(/: [1-9]\d* in total/)
}

/** One of the last two values, because a new hour or day may have begun. */
function expectRecent(values: string[], expected: RegExp) {
  expect(values.slice(-2)).toContainEqual(expect.stringMatching(expected))
}

for (const javaScriptEnabled of [true, false])
  test(`an administrator's home page shows the service, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    await service.api('login', { email: 'nobody@example.com', password: 'wrong' })
    const page = await context.newPage()
    await openHome(page)
    const main = page.getByRole('main')
    const tiles = main.getByRole('region', { name: home.users.title })
    for (const term of [
      home.users.total,
      home.users.active,
      home.users.pending,
      home.users.secondFactor,
    ])
      await expect(tiles.getByText(term, { exact: true })).toBeVisible()
    await expect(main.getByText(home.health.noSender)).toBeVisible()
    const mailSettings = main.getByRole('link', { name: home.checklist.openMailSettings })
    await expect(mailSettings).toHaveCount(2)
    await expect(mailSettings.first()).toHaveAttribute('href', '/dashboard/settings/mail')
    await expect(tiles.getByRole('link', { name: home.users.total })).toHaveAttribute(
      'href',
      '/dashboard/users?kind=person',
    )
    await expect(main.getByRole('link', { name: en.outbox.open })).toBeVisible()
    for (const step of ['mail_sender', 'https', 'second_administrator', 'api_call'] as const)
      await expect(main.getByText(home.checklist.steps[step].title)).toBeVisible()
    // It does not suggest changing a password that was just chosen, and does not repeat the
    // sidebar.
    await expect(main.getByText(/change.+password/i)).toHaveCount(0)
    for (const item of ['roles', 'explorer', 'contacts'] as const)
      await expect(main.getByText(en[item].title, { exact: true })).toHaveCount(0)
    const failures = main.getByRole('group', { name: activity.charts.signInFailures, exact: true })
    await expect(failures.locator('g > title')).toHaveCount(javaScriptEnabled ? 0 : 24)
    if (!javaScriptEnabled)
      expectRecent(
        await failures.locator('g > title').allTextContents(),
        /^\w+ \d+, \d\d:00: [1-9]/,
      )
    await page.getByRole('link', { name: activity.ranges['30d'] }).click()
    await expect(page).toHaveURL('/dashboard?range=30d')
    await page.getByText(activity.table).click()
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(31)
    const signIns = await rows.locator('td:nth-of-type(2)').allTextContents()
    expectRecent(signIns.toReversed(), /^[1-9]/)
    await page.getByRole('link', { name: activity.refusedSignIns }).click()
    await expect(page).toHaveURL(/\/dashboard\/audit\?action=session\.refused&from=/)
    await expect(page.getByRole('table').getByRole('row')).not.toHaveCount(0)
    await context.close()
  })

for (const javaScriptEnabled of [true, false])
  test(`other users' home page shows their own account, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    person,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await signIn(context, service, person)
    const page = await context.newPage()
    await page.goto('/dashboard?range=30d')
    const main = page.getByRole('main')
    await expect(main.getByText(person.email)).toBeVisible()
    await expect(main.getByText(en.account.sessions.current)).toBeVisible()
    await expect(main.getByRole('heading', { name: home.inbox.title })).toBeVisible()
    await expect(main.getByRole('link', { name: home.steps.secondFactor })).toBeVisible()
    await expect(main.getByText(/change.+password/i)).toHaveCount(0)
    for (const title of [home.health.title, home.checklist.title, activity.title])
      await expect(main.getByRole('heading', { name: title, exact: true })).toHaveCount(0)
    // Without JavaScript there is no button without an effect.
    const palette = page.getByRole('button', { name: commands.open, exact: true })
    await expect(palette).toHaveCount(javaScriptEnabled ? 1 : 0)
    await main.getByRole('link', { name: home.sessions.all }).click()
    await expect(page).toHaveURL('/dashboard/account/sessions')
    await context.close()
  })

test('a chart shows its values to the pointer and to the arrow keys', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  await openHome(page)
  const chart = page.getByRole('group', { name: activity.charts.signIns, exact: true })
  const tooltip = chart.locator('[data-tooltip]')
  const box = (await chart.boundingBox())!
  // A move before the page's script runs is not heard.
  await expect(async () => {
    await page.mouse.move(box.x + box.width - 3, box.y + box.height / 2)
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2)
    await expect(tooltip).toHaveText(/^\d+ \w+ \d+, \d\d:00$/, { timeout: 500 })
  }).toPass()
  const newest = (await tooltip.textContent())!
  await page.mouse.move(5, 5)
  await expect(tooltip).toHaveCount(0)
  await page.getByRole('group', { name: activity.charts.signUps, exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(chart).toBeFocused()
  await expect(tooltip).toHaveText(newest)
  await page.keyboard.press('Home')
  await expect(tooltip).toHaveText(/^0 /)
  await expect(chart.locator('[aria-live]')).toHaveText(/^\w+ \d+, \d\d:00: 0$/)
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await expect(tooltip).not.toHaveText(newest)
  expectRecent([(await tooltip.textContent())!, newest], /^[1-9]/)
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
})

test('the home page is accessible in both themes and fits a phone', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const faults = watchFaults(page)
  await openHome(page)
  await page.getByText(activity.table).click()
  await expectSound(page)
  expect(faults).toEqual([])
})

test('metrics need the token', async ({ service, page }) => {
  await page.goto('/auth/login')
  const ask = (authorization: string) =>
    fetch(`${service.url}/metrics`, { headers: { authorization } })
  expect((await ask('Bearer guess')).status).toBe(401)
  const answer = await ask(`Bearer ${METRICS_TOKEN}`)
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect(await answer.text()).toMatch(
    /gatehouse_http_requests_total\{route="\/auth\/login",method="GET",status="2xx"\} \d/,
  )
})

import type { Page } from '@playwright/test'
import { ADMIN, asAdmin } from '@/e2e/administrator'
import { expect, test, watchFaults } from '@/e2e/fixtures'
import { expectSound } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { tr } from '@/lib/i18n/tr'

const { commands } = en

test.use({ ownService: 'administrator' })

type Texts = typeof commands

const palette = (page: Page, texts: Texts = commands) =>
  page.getByRole('dialog', { name: texts.title })
const field = (page: Page, texts?: Texts) => palette(page, texts).getByRole('combobox')
const options = (page: Page) => palette(page).getByRole('option')

/** By its button, which is there only once the page listens to the shortcut, too. */
async function openPalette(page: Page, texts: Texts = commands) {
  await page.getByRole('button', { name: texts.open, exact: true }).click()
  await expect(field(page, texts)).toBeFocused()
}

test('the palette opens by keyboard, goes to a page, and returns the focus', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const faults = watchFaults(page)
  await page.goto('/dashboard/account')
  const button = page.getByRole('button', { name: commands.open, exact: true })
  await button.focus()
  // Browsers send this when they autofill a form: a keydown event without a key.
  await page.evaluate(() => document.dispatchEvent(new Event('keydown')))
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
  // A selection that ends outside the dialog is no click on the backdrop.
  await field(page).hover()
  await page.mouse.down()
  await page.mouse.move(5, 400)
  await page.mouse.up()
  await expect(field(page)).toBeFocused()
  await page.mouse.click(5, 400)
  await expect(palette(page)).toHaveCount(0)
  expect(faults).toEqual([])
})

test('the palette finds users by any part of their address, and shows no stale results', async ({
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
  const gone = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith(`query=${early}`),
  )
  const asked = page.waitForRequest(/users\/find/)
  await field(page).fill(early)
  await asked
  await field(page).fill(person.email.slice(3))
  await expect(options(page).filter({ hasText: person.email })).toBeVisible()
  // The earlier request was canceled, and its answer is dropped.
  await gone
  answer()
  await expect(palette(page).getByText(stale.email)).toHaveCount(0)
  await field(page).fill('nobody is called that')
  await expect(palette(page).getByText(commands.nothing).first()).toBeVisible()
  await field(page).fill(person.email)
  await options(page).filter({ hasText: person.email }).click()
  await expect(page).toHaveURL(/\/dashboard\/(users|audit)/)
})

test('the palette runs actions: it opens forms and downloads files', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  await page.goto('/dashboard')
  await openPalette(page)
  await field(page).fill('invite')
  await options(page).filter({ hasText: commands.actions.inviteUser }).click()
  await expect(page).toHaveURL('/dashboard/users/invite')
  await openPalette(page)
  await field(page).fill('export users')
  const download = page.waitForEvent('download')
  await options(page).filter({ hasText: commands.actions.exportUsers }).click()
  expect((await download).suggestedFilename()).toMatch(/^users-.+\.csv$/)
  await openPalette(page)
  await field(page).fill('swagger')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/docs')
})

test('the palette offers users and actions only to those with the permission', async ({
  page,
  signedIn,
  service,
}) => {
  await page.goto('/dashboard')
  await openPalette(page)
  await expect(field(page)).toHaveAttribute('placeholder', commands.placeholder)
  await expect(options(page).filter({ hasText: commands.actions.setUpTwoStep })).toBeVisible()
  for (const action of ['inviteUser', 'exportUsers', 'newRole', 'verifyAudit'] as const)
    await expect(options(page).filter({ hasText: commands.actions[action] })).toHaveCount(0)
  let asked = 0
  page.on('request', (request) => (asked += request.url().includes('/find') ? 1 : 0))
  for (const typed of [signedIn.email, 'audit']) {
    await field(page).fill(typed)
    await expect(palette(page).getByText(commands.nothing).first()).toBeVisible()
    await expect(options(page)).toHaveCount(0)
  }
  expect(asked).toBe(0)
  const answer = await page.request.get(`${service.url}/dashboard/users/find?query=ab`, {
    headers: { accept: 'application/json' },
  })
  expect(answer.status()).toBe(403)
  // The refusal appears inside the dashboard, which shows the signed-in user.
  expect((await answer.text()).replaceAll(signedIn.email, '')).not.toContain('@example')
})

test('the palette changes theme and language, and signs out', async ({ page, signedIn: _ }) => {
  await page.goto('/dashboard/account')
  await openPalette(page)
  await field(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page).toHaveURL('/dashboard/account')
  await openPalette(page)
  await field(page).fill('turkce')
  await page.keyboard.press('Enter')
  await openPalette(page, tr.commands)
  await field(page, tr.commands).fill('CIKIS')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth/login')
})

test('the palette is accessible in both themes and fits a phone', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const faults = watchFaults(page)
  await page.goto('/dashboard/account')
  await openPalette(page)
  await field(page).fill(ADMIN.email)
  await expect(options(page)).toHaveCount(1)
  await field(page).fill('role')
  await expect(options(page).filter({ hasText: commands.actions.newRole })).toBeVisible()
  await expectSound(page)
  expect(faults).toEqual([])
})

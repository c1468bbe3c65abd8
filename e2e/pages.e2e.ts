import type { Page } from '@playwright/test'
import { expect, newVisitor, PASSWORD, signIn, test } from '@/e2e/fixtures'
import { look } from '@/e2e/sound'
import { en, tr } from '@/e2e/texts'
import { formatMessage } from '@/lib/i18n/format'

const PUBLIC = [
  '/auth/login',
  '/auth/register',
  '/auth/check-mail',
  '/auth/forgot-password',
  '/auth/reset-password?token=x',
  '/auth/reset-password',
  '/auth/not-me?token=x',
  '/auth/verify-email?token=x',
  '/auth/confirm-email?token=x',
  '/auth/confirm-sign-in?token=x',
  '/auth/resend-verification',
  '/auth/setup?token=x',
  '/auth/invitation?token=x',
  '/auth/logout',
  '/contact',
  '/local/outbox',
  '/preferences',
  '/docs',
  '/docs/errors',
  '/docs/errors/invalid_credentials',
  '/not-there',
  '/auth/oauth/unknown',
]
const OWN = [
  '/dashboard',
  '/dashboard/inbox',
  '/dashboard/inbox?unread=true',
  '/dashboard/account',
  '/dashboard/account/email',
  '/dashboard/account/password',
  '/dashboard/account/connections',
  '/dashboard/account/security',
  '/dashboard/account/sessions',
  '/dashboard/account/notifications',
  '/dashboard/account/data',
]
const FORBIDDEN = '/dashboard/rbac/permissions'

// Half of all tests, and independent: shared out among the workers.
test.use({ ownService: 'pages' })
test.describe.configure({ mode: 'parallel' })

for (const path of PUBLIC) {
  test(`${path} is accessible in both themes and fits a phone`, async ({ page }) => {
    await look(page, path)
  })
}
for (const path of [...OWN, FORBIDDEN]) {
  test(`${path} is accessible in both themes, signed in, and fits a phone`, async ({
    page,
    signedIn: _,
  }) => {
    await look(page, path)
  })
}

test('the first administrator is created with the printed link, once, and sees what others cannot', async ({
  browser,
  context,
  page,
  service,
}) => {
  const admin = { email: 'admin@example.com', password: PASSWORD }
  const link = service.setupLink()
  const plain = await newVisitor(browser, service, false)
  const first = await plain.newPage()
  await first.goto(link)
  await setUp(first, link, admin.email)
  await expect(first).toHaveURL('/dashboard')
  await page.goto(link)
  await expect(page.getByText(en.auth.setup.done)).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await signIn(context, service, admin)
  await page.goto(FORBIDDEN)
  await expect(page.getByText('users:role:change', { exact: true })).toBeVisible()
  await look(page, FORBIDDEN)
  await plain.close()
})

async function setUp(page: Page, link: string, email: string) {
  await page.goto(link)
  await page.getByLabel(en.forms.email).fill(email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: en.auth.setup.submit }).click()
}

test('language and colors are chosen with plain forms and persist', async ({ page }) => {
  await page.goto('/auth/login?next=%2Fdashboard%2Faccount')
  await page.getByRole('button', { name: 'Türkçe' }).click()
  await expect(page).toHaveURL('/auth/login?next=%2Fdashboard%2Faccount')
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
  await page.getByRole('button', { name: 'Koyu' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.goto('/auth/register')
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr')
})

test('the preferences lead back to the previous page, and nowhere else', async ({ page }) => {
  const back = page.getByRole('main').getByRole('link', { name: en.shell.back })
  await page.goto('/preferences?next=%2Fauth%2Fregister')
  await page.getByRole('button', { name: en.shell.themeNames.dark }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await back.click()
  await expect(page).toHaveURL('/auth/register')
  for (const next of [
    '',
    '?next=%2F%2Fevil.example',
    '?next=https%3A%2F%2Fevil.example',
    '?next=%2Fauth%2Frenew',
  ]) {
    await page.goto(`/preferences${next}`)
    await expect(back).toHaveCount(0)
    await expect(page.getByRole('link', { name: en.pages.toHome })).toHaveAttribute(
      'href',
      '/dashboard',
    )
  }
})

test('a refused page comes back in the chosen language, also without JavaScript', async ({
  browser,
  person,
  service,
}) => {
  const context = await newVisitor(browser, service, false)
  await signIn(context, service, person)
  const page = await context.newPage()
  await page.goto(`${FORBIDDEN}?a=b`)
  await page.getByRole('button', { name: en.shell.accountMenu }).click()
  await page.getByRole('button', { name: 'Türkçe' }).click()
  await expect(page).toHaveURL(`${FORBIDDEN}?a=b`)
  await expect(page.getByRole('heading', { name: tr.pages.forbidden.heading })).toBeVisible()
  await context.close()
})

test('a sign-in provider that is not enabled has a page in the chosen language, with the request ID', async ({
  page,
}) => {
  const path = '/auth/oauth/unknown?next=%2Fdashboard'
  const answer = await page.goto(path)
  expect(answer?.status()).toBe(404)
  const id = formatMessage(en.forms.requestId, { id: answer!.headers()['x-request-id']! })
  await expect(page.getByText(id)).toBeVisible()
  await page.getByRole('button', { name: 'Türkçe' }).click()
  await expect(page).toHaveURL(path)
  const { title } = tr.problems.oauth_provider_disabled
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${title} · `))
  await page.getByRole('link', { name: tr.auth.login.title }).click()
  await expect(page).toHaveURL('/auth/login')
})

test('the page for a provider that is not enabled leads signed-in users to the dashboard', async ({
  page,
  signedIn: _,
}) => {
  const answer = await page.goto('/auth/oauth/unknown')
  expect(answer?.status()).toBe(404)
  await page.getByRole('link', { name: en.pages.toHome }).click()
  await expect(page).toHaveURL('/dashboard')
})

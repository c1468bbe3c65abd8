import { expect, newVisitor, PASSWORD, signIn, test } from '@/e2e/fixtures'
import { look } from '@/e2e/sound'
import { en, tr } from '@/e2e/texts'

const { welcome, setup } = en.auth
const ADMIN = { email: 'first@example.com', password: PASSWORD }
const ROLES = '/dashboard/rbac/roles'

// A separate service, which has no administrator until the last test creates one.
test.use({ ownService: 'welcome' })
test.describe.configure({ mode: 'serial' })

test('the first page says how to create an administrator, in both themes and on a phone', async ({
  page,
}) => {
  await look(page, '/')
  await expect(page).toHaveURL('/')
  await expect(page.getByText(welcome.stepTerminal)).toBeVisible()
  expect(await page.content()).not.toContain('/auth/setup?token=')
})

test('it says so in Turkish, and points to the line printed at startup', async ({
  browser,
  service,
}) => {
  const context = await browser.newContext({
    baseURL: service.url,
    javaScriptEnabled: false,
    locale: 'tr-TR',
  })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: tr.auth.welcome.heading })).toBeVisible()
  const printed = await page.getByRole('listitem').nth(1).locator('code').textContent()
  const line = service.process
    .output()
    .split('\n')
    .find((text) => text.includes(service.setupLink()))
  expect(line!.startsWith(printed!)).toBe(true)
  await page.getByRole('link', { name: tr.auth.welcome.loginLink }).click()
  await expect(page).toHaveURL('/auth/login')
  await context.close()
})

test('with an administrator it leads to the dashboard, and the roles folder to the roles', async ({
  browser,
  page,
  context,
  person,
  service,
}) => {
  await page.goto(service.setupLink())
  await page.getByLabel(en.forms.email).fill(ADMIN.email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: setup.submit }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/dashboard/rbac')
  await expect(page).toHaveURL(ROLES)

  await context.clearCookies()
  await page.goto('/')
  await expect(page).toHaveURL('/auth/login')
  await page.goto('/dashboard/rbac')
  await page.getByLabel(en.forms.email).fill(ADMIN.email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: en.auth.login.submit, exact: true }).click()
  await expect(page).toHaveURL(ROLES)

  const other = await newVisitor(browser, service)
  await signIn(other, service, person)
  const theirs = await other.newPage()
  expect((await theirs.goto('/dashboard/rbac'))?.status()).toBe(403)
  await expect(theirs).toHaveURL('/dashboard/rbac')
  await expect(theirs.getByRole('heading', { name: en.pages.forbidden.heading })).toBeVisible()
  await other.close()
})

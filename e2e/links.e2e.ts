import type { Page } from '@playwright/test'
import { expect, newVisitor, PASSWORD, test, watchFaults } from '@/e2e/fixtures'
import { look } from '@/e2e/sound'
import { en } from '@/e2e/texts'

const NEW_PASSWORD = 'violet kettle marathon 43'
const { auth, forms } = en

test.use({ ownService: 'links' })

async function expectDead(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: auth.deadLink.heading })).toBeVisible()
  await expect(page.getByRole('main').locator('form')).toHaveCount(0)
}

test('opening a reset link checks it without using it up; only the form does, and then it is reported as used', async ({
  browser,
  page,
  service,
  person,
}) => {
  await service.api('forgot-password', { email: person.email })
  const link = await service.mailedLink(person.email, 'reset-password')
  await look(page, link)
  expect((await page.request.head(link)).status()).toBe(200)

  // The same link is open in another browser, which submits later.
  const late = await browser.newPage({ baseURL: service.url })
  await late.goto(link)
  const plain = await (await newVisitor(browser, service, false)).newPage()
  await plain.goto(link)
  await page.getByLabel(forms.newPassword, { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: auth.reset.submit }).click()
  await expect(page).toHaveURL('/auth/login')

  for (const opened of [late, plain]) {
    await opened.getByLabel(forms.newPassword, { exact: true }).fill(PASSWORD)
    await opened.getByRole('button', { name: auth.reset.submit }).click()
  }
  await expect(late.getByText(en.problems.invalid_or_expired_token.text)).toBeVisible()
  await expect(late.getByRole('link', { name: auth.reset.askAgain })).toBeVisible()
  await expectDead(plain)

  const faults = watchFaults(page)
  const shown: string[] = []
  for (const dead of [link, `${service.url}/auth/reset-password?token=${'A'.repeat(43)}`]) {
    await page.goto(dead)
    await expectDead(page)
    shown.push(await page.getByRole('main').innerText())
  }
  // Used and never issued look the same.
  expect(shown[0]).toBe(shown[1])
  await page.getByRole('link', { name: auth.reset.askAgain }).click()
  await expect(page).toHaveURL('/auth/forgot-password')
  expect(faults).toEqual([])
  await late.context().close()
  await plain.context().close()
})

test('the setup link is checked when opened, and an invalid one says where to get the next', async ({
  page,
  service,
}) => {
  const link = service.setupLink()
  await look(page, link)
  await expect(page.getByRole('button', { name: auth.setup.submit })).toBeVisible()
  await page.goto(`/auth/setup?token=${'A'.repeat(43)}`)
  await expectDead(page)
  await expect(page.getByText(auth.setup.stale)).toBeVisible()
})

test('the sign-out page asks nothing when no one is signed in, or the session has ended', async ({
  context,
  page,
  signedIn: _,
}) => {
  await page.goto('/auth/logout')
  await expect(page.getByRole('heading', { name: auth.logout.heading })).toBeVisible()
  const cookies = await context.cookies()
  await page.getByRole('main').getByRole('button', { name: auth.logout.submit }).click()
  await expect(page).toHaveURL('/auth/login')
  await page.goto('/auth/logout')
  await expect(page).toHaveURL('/auth/login')
  await context.addCookies(cookies)
  await page.goto('/auth/logout')
  await expect(page).toHaveURL('/auth/login')
})

import type { Page } from '@playwright/test'
import { expect, newVisitor, PASSWORD, sessionOf, signIn, test, untilExpired } from '@/e2e/fixtures'
import { en } from '@/e2e/texts'

const NEW_PASSWORD = 'violet kettle marathon 43'
const TABS = 6
const { account, auth } = en

test.use({ serviceEnv: { AUTH_ACCESS_TOKEN_TTL: '4s' } })

async function fillIn(page: Page): Promise<void> {
  await page.goto('/dashboard/account/password')
  await page.getByLabel(en.forms.currentPassword, { exact: true }).fill(PASSWORD)
  await page.getByLabel(en.forms.newPassword, { exact: true }).fill(NEW_PASSWORD)
}

/**
 * Waits for a frame on a connection that opens from now on. One opened just after the access token
 * expired is refused, and the page connects again.
 */
function firstFrame(page: Page): Promise<void> {
  return new Promise((resolve) =>
    page.on('websocket', (socket) => socket.once('framereceived', () => resolve())),
  )
}

const submit = (page: Page) => page.getByRole('button', { name: account.password.submit }).click()

test('another tab stays where it is, keeps what is typed and reconnects with the new cookie', async ({
  context,
  page,
  signedIn: _,
}) => {
  const other = await context.newPage()
  const opened = firstFrame(other)
  await other.goto('/dashboard/account')
  await opened
  await other.getByLabel('Name').fill('Typed before')
  await fillIn(page)

  const again = firstFrame(other)
  await submit(page)

  await expect(page.getByRole('status').filter({ hasText: account.password.changed })).toBeVisible()
  // Typed passwords would stay in the form, and hold back every refresh of the page.
  await expect(page.getByLabel(en.forms.currentPassword, { exact: true })).toHaveValue('')
  await expect(page.getByLabel(en.forms.newPassword, { exact: true })).toHaveValue('')
  await again
  await expect(other).toHaveURL('/dashboard/account')
  await expect(other.getByLabel('Name')).toHaveValue('Typed before')
  await other.getByRole('button', { name: 'Save changes', exact: true }).click()
  await expect(other.getByRole('status').filter({ hasText: 'Profile saved.' })).toBeVisible()
})

for (const javaScriptEnabled of [true, false]) {
  test(`many tabs after expiry, one of them changing the password (JavaScript ${javaScriptEnabled ? 'on' : 'off'}): the browser stays signed in`, async ({
    browser,
    service,
    person,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await signIn(context, service, person)
    const page = await context.newPage()
    await fillIn(page)
    const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()))
    const before = await sessionOf(context)
    await untilExpired(context)

    const changed = page.waitForResponse((response) => response.request().method() === 'POST')
    await Promise.all([submit(page), ...tabs.map((tab) => tab.goto('/dashboard/account/sessions'))])
    await changed

    await expect(
      page.getByRole('status').filter({ hasText: account.password.changed }),
    ).toBeVisible()
    expect((await sessionOf(context)).sessionId).toBe(before.sessionId)
    for (const tab of tabs) {
      await tab.goto('/dashboard/account/sessions')
      await expect(tab).toHaveURL('/dashboard/account/sessions')
    }
    await context.close()
  })
}

test('a tab redirected to sign-in while its browser is already signed in continues to the requested page', async ({
  context,
  page,
  service,
  signedIn: _,
}) => {
  const good = await context.cookies()
  await context.addCookies(
    good.filter(({ name }) => name === 'access').map((cookie) => ({ ...cookie, value: 'x' })),
  )
  await context.clearCookies({ name: 'refresh' })
  const sent = await context.request.get(`${service.url}/dashboard/account`, { maxRedirects: 0 })
  expect(sent.status()).toBe(303)
  await context.addCookies(good)

  await page.goto(sent.headers().location!)
  await expect(page).toHaveURL('/dashboard/account')

  // Not redirected this time: opening the page on purpose shows it.
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { name: auth.login.heading })).toBeVisible()
})

import type { Page } from '@playwright/test'
import {
  test as base,
  expect,
  freshEmail,
  PASSWORD,
  sessionOf,
  signIn,
  watchFaults,
} from '@/e2e/fixtures'
import { expectSound, settle } from '@/e2e/sound'
import { totp, turnOnTwoStep } from '@/e2e/two-step-stage'
import { maskEmail } from '@/lib/accounts/user-fields'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'
import { freePort } from '@/tests/kit/free-port'
import { type Providers, startProviders } from '@/tests/kit/providers/all-providers'
import type { StandIn } from '@/tests/kit/providers/stand-in'

const CONNECTIONS = '/dashboard/account/connections'
const texts = en.account.connections
const say = (text: string) => formatMessage(text, { provider: 'Google' })
const CONTINUE = say(en.auth.external.continueWith)
const CONTINUE_WITH_APPLE = formatMessage(en.auth.external.continueWith, { provider: 'Apple' })

const CONTINUE_WITH_DISCORD = formatMessage(en.auth.external.continueWith, { provider: 'Discord' })
const finish = en.auth.confirmSignIn

const emailAt = (standIn: StandIn) => String(standIn.state.person.email)

interface AtProviders {
  google: StandIn
  apple: StandIn
  /** Has not verified the user's address. */
  discord: StandIn
}

/** A service with Google, Apple and Discord, and a separate user there for each test. */
const test = base.extend<
  AtProviders,
  { providers: Providers<'google' | 'apple' | 'discord'> & { port: number } }
>({
  providers: [
    async ({ services }, use) => {
      const port = await freePort()
      const started = await startProviders(
        [`http://localhost:${port}`],
        ['google', 'apple', 'discord'],
      )
      await use(Object.assign(started, { port }))
      await services.stop()
      await started.close()
    },
    { scope: 'worker' },
  ],
  serviceEnv: ({ providers }, use) => use({ PORT: String(providers.port), ...providers.env }),
  google: ({ providers }, use) => use(withNewUser(providers.google)),
  apple: ({ providers }, use) => use(withNewUser(providers.apple)),
  discord: ({ providers }, use) => {
    const discord = withNewUser(providers.discord)
    Object.assign(discord.state.person, { id: String(Date.now()), verified: false })
    return use(discord)
  },
})

function withNewUser(standIn: StandIn): StandIn {
  const email = freshEmail()
  standIn.reset()
  Object.assign(standIn.state.person, { sub: `sub-of-${email}`, email })
  return standIn
}

async function throughGoogle(page: Page, from = '/auth/login') {
  await page.goto(from)
  await page.getByRole('link', { name: CONTINUE }).click()
}

async function leave(page: Page) {
  await page.goto('/auth/logout')
  await page.getByRole('button', { name: en.auth.logout.submit }).click()
  await expect(page).toHaveURL('/auth/login')
}

const connected = (page: Page, google: StandIn) =>
  page.getByRole('main').getByText(emailAt(google), { exact: true })

const rowOf = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Google' })

const ownAddress = async (page: Page) => {
  await page.goto('/dashboard/account')
  return page.locator('main')
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a new user signs up with Google, then signs in again, and returns to the requested page', async ({
      page,
      google,
    }) => {
      const faults = watchFaults(page)
      await throughGoogle(page, '/auth/register')
      await expect(page).toHaveURL('/dashboard')
      await expect(page.getByText(en.home.steps.password)).toBeVisible()
      await expect(await ownAddress(page)).toContainText(emailAt(google))
      await expect(page.getByText(en.account.profile.emailTextExternal)).toBeVisible()
      await leave(page)
      await throughGoogle(page, '/auth/login?next=%2Fdashboard%2Faccount%2Fsessions')
      await expect(page).toHaveURL('/dashboard/account/sessions')
      expect(faults).toEqual([])
    })

    test('canceling at Google returns to the sign-in page, which says so', async ({
      context,
      page,
      google,
    }) => {
      google.state.mode = 'access_denied'
      await throughGoogle(page)
      await expect(page).toHaveURL('/auth/login?error=oauth_denied')
      await expect(page.getByText(en.problems.oauth_denied.text)).toBeVisible()
      expect((await sessionOf(context)).signedIn).toBe(false)
    })

    test('a user signs up with Apple, whose page posts the answer cross-site', async ({
      page,
      apple,
    }) => {
      await page.goto('/auth/login?next=%2Fdashboard%2Faccount')
      await page.getByRole('link', { name: CONTINUE_WITH_APPLE }).click()
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page).toHaveURL('/dashboard/account')
      await expect(page.locator('main')).toContainText(emailAt(apple))
    })

    test('an address that Discord has not verified is confirmed by email, in the same browser', async ({
      browser,
      page,
      service,
      discord,
    }) => {
      const faults = watchFaults(page)
      await page.goto('/auth/login?next=%2Fdashboard%2Faccount')
      await page.getByRole('link', { name: CONTINUE_WITH_DISCORD }).click()
      await expect(page).toHaveURL('/auth/check-mail')
      const sent = { email: maskEmail(emailAt(discord)), provider: 'Discord' }
      await expect(page.getByText(formatMessage(en.auth.checkMail.leadSignIn, sent))).toBeVisible()
      const link = await service.mailedLink(emailAt(discord), 'confirm-sign-in')

      const elsewhere = await browser.newContext({ javaScriptEnabled })
      const stranger = await elsewhere.newPage()
      await stranger.goto(link)
      await expect(stranger.getByRole('heading', { name: finish.otherHeading })).toBeVisible()
      await expect(stranger.getByRole('main').getByRole('button')).toHaveCount(0)
      expect((await sessionOf(elsewhere)).signedIn).toBe(false)
      await elsewhere.close()

      await page.goto(link)
      await page.getByRole('button', { name: finish.submit }).click()
      await expect(page).toHaveURL('/dashboard/account')
      await expect(page.locator('main')).toContainText(emailAt(discord))
      await page.goto(link)
      await expect(page.getByRole('heading', { name: en.auth.deadLink.heading })).toBeVisible()
      expect(faults).toEqual([])
    })

    test('a user connects Google, signs in with it, and disconnects it', async ({
      context,
      page,
      service,
      person,
      google,
    }) => {
      const faults = watchFaults(page)
      await signIn(context, service, person)
      await connect(page)
      await expect(connected(page, google)).toBeVisible()
      await leave(page)
      await throughGoogle(page)
      await expect(page).toHaveURL('/dashboard')
      await expect(await ownAddress(page)).toContainText(person.email)

      await page.goto(CONNECTIONS)
      await disconnect(page)
      await expect(page.getByText(say(texts.disconnected))).toBeVisible()
      await expect(rowOf(page).getByText(texts.notConnected)).toBeVisible()
      await leave(page)
      // The address at Google differs, so it opens a separate account now.
      await throughGoogle(page)
      await expect(await ownAddress(page)).not.toContainText(person.email)
      expect(faults).toEqual([])
    })
  })

async function connect(page: Page) {
  await page.goto(CONNECTIONS)
  await page.getByRole('button', { name: say(texts.connectLabel) }).click()
  await expect(page).toHaveURL(CONNECTIONS)
  await expect(page.getByText(say(texts.connectedNow))).toBeVisible()
}

async function disconnect(page: Page) {
  await page.getByRole('button', { name: say(texts.disconnectLabel) }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.disconnect }).click()
}

test('the last sign-in method cannot be removed until a password is set by email', async ({
  page,
  service,
  google,
}) => {
  await throughGoogle(page)
  await expect(page).toHaveURL('/dashboard')
  await page.goto(CONNECTIONS)
  await page.getByRole('button', { name: say(texts.disconnectLabel) }).click()
  await expect(page.getByRole('dialog')).toContainText(say(texts.lastTitle))
  await page.getByRole('dialog').getByRole('link', { name: texts.setPassword }).click()
  await expect(page).toHaveURL('/dashboard/account/password')
  await page.getByRole('button', { name: en.account.password.setSubmit }).click()
  await expect(page.getByText(en.account.password.setSent)).toBeVisible()

  const email = emailAt(google)
  await page.goto(await service.mailedLink(email, 'reset-password'))
  await page.getByLabel(en.forms.newPassword, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: en.auth.reset.submit }).click()
  await page.getByLabel(en.forms.email).fill(email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: en.auth.login.submit, exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto(CONNECTIONS)
  await disconnect(page)
  await expect(page.getByText(say(texts.disconnected))).toBeVisible()
})

test('a Google account that is connected to another account cannot be connected here', async ({
  context,
  page,
  service,
  person,
  google,
}) => {
  await throughGoogle(page)
  await expect(page).toHaveURL('/dashboard')
  await leave(page)
  await signIn(context, service, person)
  await page.goto(CONNECTIONS)
  await page.getByRole('button', { name: say(texts.connectLabel) }).click()
  await expect(page.getByText(en.problems.identity_taken.text)).toBeVisible()
  await expect(rowOf(page).getByText(texts.notConnected)).toBeVisible()
  await expect(connected(page, google)).toHaveCount(0)
})

test('signing in with Google still asks for two-step verification', async ({
  context,
  page,
  service,
  person,
  google,
}) => {
  expect(google.state.mode).toBe('ok')
  await signIn(context, service, person)
  await connect(page)
  // This ends the browser's session, and an open page would then go to the sign-in page by itself.
  await page.goto('about:blank')
  const secret = await turnOnTwoStep(service, person)
  await context.clearCookies()
  await throughGoogle(page, '/auth/login?next=%2Fdashboard%2Faccount')
  await expect(page).toHaveURL('/auth/mfa?next=%2Fdashboard%2Faccount')
  expect((await sessionOf(context)).signedIn).toBe(false)
  await page.getByLabel(en.twoStep.step.code).fill(totp(secret, 1))
  await page.getByRole('button', { name: en.twoStep.step.submit }).click()
  await expect(page).toHaveURL('/dashboard/account')
})

test('sign-in methods and connections are accessible in both themes, and on a phone', async ({
  page,
  google,
}) => {
  const faults = watchFaults(page)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['/auth/login?error=oauth_denied', '/auth/register']) {
    await page.goto(path)
    await look(page)
  }
  await throughGoogle(page)
  await expect(page).toHaveURL('/dashboard')
  await page.goto(CONNECTIONS)
  await expect(connected(page, google)).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: say(texts.disconnectLabel) }).click()
  await look(page)
  await page.goto('/dashboard/account/password')
  await look(page)
  expect(faults).toEqual([])
})

test('the pages of an emailed sign-in link are accessible in both themes, and on a phone', async ({
  browser,
  page,
  service,
  discord,
}) => {
  const faults = watchFaults(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/auth/login')
  await page.getByRole('link', { name: CONTINUE_WITH_DISCORD }).click()
  await expect(page).toHaveURL('/auth/check-mail')
  await look(page)
  const link = await service.mailedLink(emailAt(discord), 'confirm-sign-in')
  await page.goto(link)
  await look(page)
  const elsewhere = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const stranger = await elsewhere.newPage()
  await stranger.goto(link)
  await look(stranger)
  await elsewhere.close()
  expect(faults).toEqual([])
})

async function look(page: Page) {
  await settle(page)
  await expectSound(page)
}

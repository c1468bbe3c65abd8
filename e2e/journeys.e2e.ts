import type { Browser, Page } from '@playwright/test'
import {
  expect,
  freshEmail,
  hydrated,
  newVisitor,
  PASSWORD,
  signIn,
  test,
  watchFaults,
} from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { en } from '@/lib/i18n/en'

const NEW_PASSWORD = 'granite otter lullaby 77'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('a user registers, confirms the address, signs in, manages the account and leaves', async ({
      browser,
      service,
    }) => {
      const { context, page, faults } = await open(browser, service, javaScriptEnabled)
      const email = freshEmail()
      await register(page, email)
      await confirm(page, await service.mailedLink(email, 'verify-email'))
      await leave(page)
      await signInByForm(page, email, PASSWORD)
      await expect(page).toHaveURL('/dashboard')
      await renameTo(page, 'Ada Lovelace')
      await changePassword(page, PASSWORD, NEW_PASSWORD)
      await endOtherSession(browser, service, page, { email, password: NEW_PASSWORD })
      await leave(page)
      expect(faults).toEqual([])
      await context.close()
    })

    test('a user who forgot the password chooses a new one, and every session ends', async ({
      browser,
      service,
      person,
    }) => {
      const elsewhere = await newVisitor(browser, service)
      await signIn(elsewhere, service, person)
      const { context, page, faults } = await open(browser, service, javaScriptEnabled)
      await page.goto('/auth/forgot-password')
      await page.getByLabel(en.forms.email).fill(person.email)
      await page.getByRole('button', { name: en.auth.forgot.submit }).click()
      await expect(page).toHaveURL('/auth/check-mail')
      await page.goto(await service.mailedLink(person.email, 'reset-password'))
      await page.getByLabel(en.forms.newPassword, { exact: true }).fill(NEW_PASSWORD)
      await page.getByRole('button', { name: en.auth.reset.submit }).click()
      await expect(page).toHaveURL('/auth/login')
      await expect(page.getByText(en.auth.notices.password_reset)).toBeVisible()
      await signInByForm(page, person.email, NEW_PASSWORD)
      await expect(page).toHaveURL('/dashboard')
      const other = await elsewhere.newPage()
      await other.goto('/dashboard')
      await expect(other).toHaveURL('/auth/login')
      expect(faults).toEqual([])
      await elsewhere.close()
      await context.close()
    })

    test('errors appear beside their fields, and input is kept: the password only by script, never in an answer', async ({
      browser,
      service,
    }) => {
      const { context, page, faults } = await open(browser, service, javaScriptEnabled)
      await page.goto('/auth/register')
      await page.getByLabel(en.forms.name).fill('Ada Lovelace')
      await page.getByLabel(en.forms.email).fill('no-address')
      await page.getByLabel(en.forms.password, { exact: true }).fill('short and sweet')
      await page.getByRole('button', { name: en.auth.register.submit }).click()
      await expect(page.getByText(en.forms.fieldErrors.invalid_email)).toBeVisible()
      const field = page.getByLabel(en.forms.email)
      await expect(field).toHaveValue('no-address')
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel(en.forms.name)).toHaveValue('Ada Lovelace')
      const password = page.getByLabel(en.forms.password, { exact: true })
      await expect(password).toHaveValue(javaScriptEnabled ? 'short and sweet' : '')
      expect(await page.content()).not.toContain('short and sweet')
      if (javaScriptEnabled) await expect(field).toBeFocused()
      // With JavaScript correcting the one field is enough.
      await field.fill(freshEmail())
      if (!javaScriptEnabled) await password.fill('short and sweet')
      await page.getByRole('button', { name: en.auth.register.submit }).click()
      await expect(page).toHaveURL('/auth/check-mail')
      if (javaScriptEnabled) {
        await page.goBack()
        await expect(password).toHaveValue('')
      }

      await page.goto('/auth/login')
      await signInByForm(page, 'nobody@example.com', 'wrong password 123')
      await expect(page.getByText(en.problems.invalid_credentials.text)).toBeVisible()
      await expect(page.getByLabel(en.forms.email)).toHaveValue('nobody@example.com')
      if (javaScriptEnabled) {
        // Typing replaces a wrong password.
        await page.keyboard.type('x')
        await expect(password).toHaveValue('x')
      }
      // Shown once: a reload starts over.
      await page.goto('/auth/login')
      await expect(page.getByText(en.problems.invalid_credentials.text)).toHaveCount(0)
      expect(faults).toEqual([])
      await context.close()
    })
  })
}

test('a tab whose session was ended elsewhere without notice goes to the sign-in page by a click and by a form', async ({
  context,
  page,
  service,
  signedIn,
}) => {
  // Blocks live connections: otherwise the tabs would navigate on their own.
  await context.routeWebSocket(/\/ws/, () => {})
  const form = await context.newPage()
  await form.goto('/dashboard/account')
  await form.getByLabel(en.forms.name).fill('Too late')
  await page.goto('/dashboard')
  await hydrated(page)
  await service.api('forgot-password', { email: signedIn.email })
  const link = await service.mailedLink(signedIn.email, 'reset-password')
  const token = new URL(link).searchParams.get('token')
  expect((await service.api('reset-password', { token, password: NEW_PASSWORD })).status).toBe(204)

  await page.getByRole('link', { name: en.account.password.title }).first().click()
  await expect(page).toHaveURL('/auth/login?next=%2Fdashboard%2Faccount%2Fpassword')
  await expect(page.getByText(en.auth.notices.session_ended)).toBeVisible()
  await form.getByRole('button', { name: en.account.profile.save, exact: true }).click()
  await expect(form).toHaveURL('/auth/login?next=%2Fdashboard%2Faccount')
})

async function open(browser: Browser, service: Service, javaScriptEnabled: boolean) {
  const context = await newVisitor(browser, service, javaScriptEnabled)
  const page = await context.newPage()
  return { context, page, faults: watchFaults(page) }
}

async function register(page: Page, email: string) {
  await page.goto('/auth/register')
  await page.getByLabel(en.forms.email).fill(email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: en.auth.register.submit }).click()
  await expect(page).toHaveURL('/auth/check-mail')
  await expect(page.getByText(email)).toBeVisible()
}

/**
 * Opening the link twice, as mail scanners do, does not use it up: the button does, and signs in
 * the browser that registered.
 */
async function confirm(page: Page, link: string) {
  await page.goto(link)
  await page.goto(link)
  await page.getByRole('button', { name: en.auth.verify.submit }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText(en.home.emailVerified)).toBeVisible()
}

async function signInByForm(page: Page, email: string, password: string) {
  await page.getByLabel(en.forms.email).fill(email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: en.auth.login.submit, exact: true }).click()
}

async function renameTo(page: Page, name: string) {
  await page.goto('/dashboard/account')
  await page.getByLabel(en.forms.name).fill(name)
  await page.getByRole('button', { name: en.account.profile.save, exact: true }).click()
  await expect(page.getByText(en.account.profile.saved)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(en.forms.name)).toHaveValue(name)
}

async function changePassword(page: Page, from: string, to: string) {
  await page.goto('/dashboard/account/password')
  await page.getByLabel(en.forms.currentPassword).fill('not the password 1')
  await page.getByLabel(en.forms.newPassword, { exact: true }).fill(to)
  await page.getByRole('button', { name: en.account.password.submit }).click()
  await expect(page.getByText(en.forms.fieldErrors.wrong_password)).toBeVisible()
  await page.getByLabel(en.forms.currentPassword).fill(from)
  await page.getByLabel(en.forms.newPassword, { exact: true }).fill(to)
  await page.getByRole('button', { name: en.account.password.submit }).click()
  await expect(page.getByText(en.account.password.changed)).toBeVisible()
}

async function endOtherSession(
  browser: Browser,
  service: Service,
  page: Page,
  person: { email: string; password: string },
) {
  const elsewhere = await newVisitor(browser, service)
  await signIn(elsewhere, service, person)
  const other = await elsewhere.newPage()
  await other.goto('/dashboard')
  await page.goto('/dashboard/account/sessions')
  await expect(page.getByRole('row')).toHaveCount(3)
  await page
    .getByRole('row')
    .getByRole('button', { name: /^Sign out / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: en.account.sessions.revoke }).click()
  await expect(page.getByText(en.account.sessions.revoked)).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await other.goto('/dashboard/account')
  await expect(other).toHaveURL('/auth/login?next=%2Fdashboard%2Faccount')
  await elsewhere.close()
}

/** After sign-out neither the back button nor the address shows anything. */
async function leave(page: Page) {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: en.shell.accountMenu }).click()
  await page.getByRole('button', { name: en.shell.signOut }).click()
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByText(en.auth.notices.signed_out)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/auth/login')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth/login')
}

import type { Page } from '@playwright/test'
import { ADMIN, ADMIN_MODES } from '@/e2e/administrator'
import { expect, PASSWORD, test, watchFaults } from '@/e2e/fixtures'
import { expectSound } from '@/e2e/sound'
import { setUpTwoStep, totp } from '@/e2e/two-step-stage'
import { asWho, stage } from '@/e2e/user-detail-stage'
import { en } from '@/lib/i18n/en'

const SECURITY = '/dashboard/account/security'
const { step } = en.twoStep
const { mfa } = en.roles

test.use({ ownService: 'administrator' })

for (const javaScriptEnabled of ADMIN_MODES)
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('a role requires two-step verification: its user sets it up first, and then trusts the browser', async ({
      browser,
      service,
    }) => {
      test.slow()
      const { call, person } = await stage(service)
      const name = `Auditor ${javaScriptEnabled ? 1 : 2}`
      const role = await call<{ id: string }>('POST', '/rbac/roles', {
        name,
        permissions: ['users:list'],
      })
      const user = await person(['user', name])
      const context = await asWho(browser, service, user, javaScriptEnabled)
      const page = await context.newPage()
      const faults = watchFaults(page)
      await page.goto('/dashboard/users')
      await expect(page).toHaveURL('/dashboard/users')

      const admins = await asWho(browser, service, ADMIN, javaScriptEnabled)
      const rolePage = await admins.newPage()
      await rolePage.goto(`/dashboard/rbac/roles/${role.id}`)
      await rolePage.getByRole('button', { name: mfa.require, exact: true }).click()
      await expect(rolePage.getByText(mfa.required)).toBeVisible()
      if (javaScriptEnabled) await expectSound(rolePage)

      await page.goto('/dashboard/users')
      await expect(page).toHaveURL(SECURITY)
      await expect(page.getByText(en.twoStep.page.requiredTitle)).toBeVisible()
      if (javaScriptEnabled) await expectSound(page)
      const secret = await setUpTwoStep(page)
      await page.goto('/dashboard/users')
      await expect(page).toHaveURL('/dashboard/users')

      await signInAgain(page, user.email)
      await page.getByLabel(step.code).fill(totp(secret, 1))
      await page.getByLabel(step.trust).check()
      if (javaScriptEnabled) await expectSound(page)
      await page.getByRole('button', { name: step.submit, exact: true }).click()
      await expect(page).toHaveURL('/dashboard')
      await signInAgain(page, user.email)
      await expect(page).toHaveURL('/dashboard')
      await page.goto('/dashboard/account/sessions')
      await page.getByRole('button', { name: en.account.sessions.trusted.forget }).click()
      await expect(page.getByText(en.account.sessions.trusted.forgotten)).toBeVisible()
      await signInAgain(page, user.email)
      await expect(page).toHaveURL('/auth/mfa')
      expect(faults).toEqual([])
      await context.close()
      await admins.close()
    })
  })

/** In the same browser, after signing out. */
async function signInAgain(page: Page, email: string): Promise<void> {
  const cookies = (await page.context().cookies()).filter(({ name }) => name === 'device')
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  await page.goto('/auth/login')
  await page.getByLabel(en.forms.email, { exact: true }).fill(email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: en.auth.login.submit, exact: true }).click()
}

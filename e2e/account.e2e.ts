import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, freshEmail, makePerson, PASSWORD, signIn, test, watchFaults } from '@/e2e/fixtures'
import { expectSound } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'

const EMAIL = '/dashboard/account/email'
const DATA = '/dashboard/account/data'
const { email: texts, confirm, data, notices } = en.ownAccount

async function ask(page: Page, newEmail: string, password = PASSWORD) {
  await page.goto(EMAIL)
  await page.getByLabel(texts.newEmail).fill(newEmail)
  await page.getByLabel(en.forms.currentPassword, { exact: true }).fill(password)
  await page.getByRole('button', { name: texts.submit }).click()
}

async function deleteAccount(page: Page, password: string) {
  await page.goto(DATA)
  await page.getByRole('button', { name: data.delete }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel(en.forms.currentPassword, { exact: true }).fill(password)
  await question.getByRole('button', { name: data.confirmSubmit }).click()
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('the deletion dialog takes the focus when it opens, and returns it', async ({
      page,
      signedIn: _,
    }) => {
      await page.goto('/dashboard/account')
      // With JavaScript, the dialog comes from the client, not in the HTML of the page.
      await page.getByRole('navigation').locator(`a[href="${DATA}"]:visible`).click()
      const button = page.getByRole('button', { name: data.delete })
      await button.press('Enter')
      await expect(page.getByRole('dialog')).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(button).toBeFocused()
    })

    test('a user changes the email address: it takes effect when the link is used, and the old address is notified', async ({
      page,
      service,
      signedIn,
    }) => {
      const faults = watchFaults(page)
      const newEmail = freshEmail()
      await page.goto('/dashboard/account')
      await page.getByRole('link', { name: texts.change }).click()
      await expect(page).toHaveURL(EMAIL)
      await ask(page, newEmail, 'not my password')
      await expect(page.getByText(en.forms.fieldErrors.wrong_password)).toBeVisible()
      await expect(page.getByLabel(texts.newEmail)).toHaveValue(newEmail)
      await expect(page.getByText(texts.waitingTitle)).toHaveCount(0)
      await ask(page, signedIn.email)
      await expect(page.getByText(en.forms.fieldErrors.same_email)).toBeVisible()
      await ask(page, newEmail)
      await expect(page.getByText(texts.sent)).toBeVisible()
      await expect(page.getByText(texts.waitingTitle)).toBeVisible()
      const link = await service.mailedLink(newEmail, 'confirm-email')
      expect(service.process.output()).toMatch(
        new RegExp(`Mail to ${signedIn.email}\\n\\s*Subject: Email address change requested`),
      )
      // A mail scanner opens the link first, which does not use it up.
      expect((await page.request.get(link)).status()).toBe(200)
      await page.goto(link)
      await page.getByRole('button', { name: confirm.submit }).click()
      await expect(page).toHaveURL(EMAIL)
      await expect(page.getByText(notices.email_changed)).toBeVisible()
      await expect(page.getByRole('main').getByText(newEmail, { exact: true })).toBeVisible()
      await page.goto(link)
      await expect(page.getByText(confirm.dead)).toBeVisible()
      await expect(page.getByRole('button', { name: confirm.submit })).toHaveCount(0)
      expect(faults).toEqual([])
      await page.context().clearCookies()
      await signIn(page.context(), service, { email: newEmail, password: PASSWORD })
    })

    test('a change is canceled, and its link stops working, also in another browser', async ({
      browser,
      page,
      service,
      signedIn,
    }) => {
      const newEmail = freshEmail()
      await ask(page, newEmail)
      const link = await service.mailedLink(newEmail, 'confirm-email')
      await page.getByRole('button', { name: texts.cancel }).click()
      await expect(page.getByText(texts.canceled)).toBeVisible()
      await expect(page.getByText(texts.waitingTitle)).toHaveCount(0)
      await expect(page.getByRole('main').getByText(signedIn.email, { exact: true })).toBeVisible()
      const other = await browser.newPage({ baseURL: service.url, javaScriptEnabled })
      await other.goto(link)
      await expect(other.getByText(confirm.dead)).toBeVisible()
      await other.close()
    })

    test('an address that another user has looks like any other', async ({
      page,
      service,
      signedIn,
    }) => {
      const other = await makePerson(service)
      await ask(page, other.email)
      await expect(page.getByText(texts.sent)).toBeVisible()
      await expect(page.getByText(texts.waitingTitle)).toBeVisible()
      await expect
        .poll(() => service.process.output())
        .toMatch(new RegExp(`Mail to ${other.email}\\n\\s*Subject: You already have an account`))
      expect(signedIn.email).not.toBe(other.email)
    })

    test('a user downloads their data', async ({ page, signedIn }) => {
      await page.goto(DATA)
      const waiting = page.waitForEvent('download')
      await page.getByRole('link', { name: data.download }).click()
      const file = await waiting
      expect(file.suggestedFilename()).toMatch(/^account-.+\.json$/)
      const read = JSON.parse(await readFile(await file.path(), 'utf8')) as {
        profile: { email: string }
        sessions: { current: boolean }[]
      }
      expect(read.profile.email).toBe(signedIn.email)
      expect(read.sessions.filter(({ current }) => current)).toHaveLength(1)
    })

    test('a user deletes their account: asked twice, signed out, and cannot sign in again', async ({
      page,
      service,
      signedIn,
    }) => {
      const faults = watchFaults(page)
      await deleteAccount(page, 'not my password')
      await expect(
        page.getByText(en.forms.fieldErrors.wrong_password).and(page.locator(':visible')).first(),
      ).toBeVisible()
      await deleteAccount(page, PASSWORD)
      await expect(page).toHaveURL('/auth/login')
      await expect(page.getByText(notices.account_deleted)).toBeVisible()
      await page.goto('/dashboard')
      await expect(page).toHaveURL(/\/auth\/login/)
      expect((await service.api('login', { ...signedIn })).status).toBe(401)
      expect(faults).toEqual([])
    })

    test('a link opened while signed out leads to the sign-in page, which shows the result', async ({
      browser,
      page,
      service,
      signedIn: _,
    }) => {
      const newEmail = freshEmail()
      await ask(page, newEmail)
      const other = await browser.newPage({ baseURL: service.url, javaScriptEnabled })
      await other.goto(await service.mailedLink(newEmail, 'confirm-email'))
      await other.getByRole('button', { name: confirm.submit }).click()
      await expect(other).toHaveURL('/auth/login')
      await expect(other.getByText(notices.email_changed)).toBeVisible()
      await other.close()
    })
  })

test('another site cannot fetch the file', async ({ context, service, signedIn: _ }) => {
  const path = `${service.url}${DATA}/export`
  const foreign = await context.request.get(path, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.status()).toBe(403)
  const stranger = await fetch(path, { redirect: 'manual' })
  expect(stranger.status).toBe(303)
})

test('a pending change and the deletion dialog are accessible in both themes and fit a phone', async ({
  page,
  signedIn: _,
}) => {
  const faults = watchFaults(page)
  await ask(page, `${'long-'.repeat(10)}${freshEmail()}`)
  await expect(page.getByText(texts.waitingTitle)).toBeVisible()
  await expectSound(page)
  await page.goto(DATA)
  await page.getByRole('button', { name: data.delete }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(faults).toEqual([])
})

import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import {
  expect,
  newVisitor,
  PASSWORD,
  type Person,
  signIn,
  test,
  watchFaults,
} from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { expectFitsSmallScreens, expectSound } from '@/e2e/sound'
import { totp } from '@/e2e/two-step-stage'
import { en } from '@/lib/i18n/en'
import { tr } from '@/lib/i18n/tr'

const SECURITY = '/dashboard/account/security'
const { step, off, setup, codes: codeTexts, on } = en.twoStep

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('a user sets up two-step verification, signs in with a code and a recovery code, renews the codes and turns it off', async ({
      browser,
      service,
      person,
    }) => {
      const { context, page, faults } = await open(browser, service, { person, javaScriptEnabled })
      const { secret, codes } = await enroll(page)
      await keep(page, codes, javaScriptEnabled)
      await leave(page)

      await passFirstStep(page, person, '/dashboard/account')
      await expect(page).toHaveURL('/auth/mfa?next=%2Fdashboard%2Faccount')
      await answer(page, step.code, '000000')
      await expect(page.getByText(en.forms.fieldErrors.wrong_code)).toBeVisible()
      await expect(page.getByLabel(step.code)).toHaveAttribute('aria-invalid', 'true')
      if (javaScriptEnabled) await expect(page.getByLabel(step.code)).toBeFocused()
      // The other kind of code starts without the error.
      await page.getByRole('link', { name: step.toRecovery }).click()
      await expect(page.getByLabel(step.recoveryCode)).not.toHaveAttribute('aria-invalid', 'true')
      await page.getByRole('link', { name: step.toApp }).click()
      await answer(page, step.code, totp(secret, 1))
      await expect(page).toHaveURL('/dashboard/account')
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('mfa')
      await leave(page)

      await passFirstStep(page, person)
      await page.getByRole('link', { name: step.toRecovery }).click()
      await answer(page, step.recoveryCode, codes[0]!.toUpperCase())
      await expect(page).toHaveURL('/dashboard')
      await page.goto(SECURITY)
      await expect(page.getByText('9 codes left')).toBeVisible()

      const renewed = await renew(page, { used: codes[0]!, good: codes[1]! })
      expect(renewed.filter((code) => codes.includes(code))).toEqual([])
      await turnOff(page, renewed[0]!)
      await leave(page)
      await passFirstStep(page, person)
      await expect(page).toHaveURL('/dashboard')
      expect(faults).toEqual([])
      await context.close()
    })
  })
}

test('the set-up fits a phone, in both languages', async ({
  context,
  page,
  service,
  signedIn: _,
}) => {
  await page.goto(SECURITY)
  await page.getByLabel(en.forms.currentPassword).fill(PASSWORD)
  await page.getByRole('button', { name: off.submit }).click()
  await expect(page.getByLabel(setup.code)).toBeVisible()
  for (const [locale, texts] of [
    ['en', en.twoStep.setup],
    ['tr', tr.twoStep.setup],
  ] as const) {
    await context.addCookies([{ name: 'locale', value: locale, url: service.url }])
    await page.goto(SECURITY)
    await page.getByText(texts.keyTitle).click()
    await expectFitsSmallScreens(page)
  }
})

test('an expired second step leads back to the first, says why and keeps the return path', async ({
  browser,
  service,
  person,
}) => {
  const { context, page } = await open(browser, service, { person, javaScriptEnabled: true })
  const { secret } = await enroll(page)
  await leave(page)
  await page.goto('/auth/mfa?next=%2Fdashboard%2Faccount')
  await expect(page).toHaveURL('/auth/login?next=%2Fdashboard%2Faccount')
  await passFirstStep(page, person, '/dashboard/account')
  for (let n = 0; n < 5; n++) {
    const refused = page.waitForResponse((response) => response.request().method() === 'POST')
    await answer(page, step.code, '000000')
    expect((await refused).status()).toBe(401)
  }
  await answer(page, step.code, totp(secret, 1))
  await expect(page).toHaveURL(
    '/auth/login?error=mfa_challenge_expired&next=%2Fdashboard%2Faccount',
  )
  await expect(page.getByText(en.problems.mfa_challenge_expired.text)).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/auth/login')
  await context.close()
})

test('a pending secret is shown only to the session that gave the password', async ({
  browser,
  service,
  person,
}) => {
  const own = await open(browser, service, { person, javaScriptEnabled: false })
  await begin(own.page)
  const secret = await secretOf(own.page)
  const other = await open(browser, service, { person, javaScriptEnabled: false })
  await other.page.goto(SECURITY)
  expect(await other.page.content()).not.toContain(secret)
  await expect(other.page.getByRole('button', { name: off.submit })).toBeVisible()
  const stolen = (await own.context.cookies()).filter(({ name }) => name === 'once')
  await other.context.addCookies(stolen)
  await other.page.goto(SECURITY)
  expect(await other.page.content()).not.toContain(secret)
  await own.page.getByRole('button', { name: setup.cancel }).click()
  await expect(own.page.getByText(setup.canceled)).toBeVisible()
  await own.context.close()
  await other.context.close()
})

test('every view of two-step verification is accessible in both themes and fits a phone', async ({
  browser,
  service,
  person,
}) => {
  const { context, page, faults } = await open(browser, service, {
    person,
    javaScriptEnabled: true,
  })
  await begin(page)
  await sound(page)
  await turnOn(page, await secretOf(page))
  await sound(page)
  await page.getByRole('button', { name: codeTexts.saved }).click()
  await expect(page.getByText(codeTexts.done)).toBeVisible()
  await sound(page, async () => {
    await page.getByText(on.renew, { exact: true }).click()
    await page.getByText(on.disable, { exact: true }).click()
  })
  await leave(page)
  await passFirstStep(page, person)
  await expect(page).toHaveURL('/auth/mfa')
  await sound(page)
  await page.getByRole('link', { name: step.toRecovery }).click()
  await sound(page)
  expect(faults).toEqual([])
  await context.close()
})

async function open(
  browser: Browser,
  service: Service,
  { person, javaScriptEnabled }: { person: Person; javaScriptEnabled: boolean },
) {
  const context = await newVisitor(browser, service, javaScriptEnabled)
  const page = await context.newPage()
  await signIn(context, service, person)
  return { context, page, faults: watchFaults(page) }
}

async function begin(page: Page) {
  await page.goto(SECURITY)
  await page.getByLabel(en.forms.currentPassword).fill('not the password 1')
  await page.getByRole('button', { name: off.submit }).click()
  await expect(page.getByText(en.forms.fieldErrors.wrong_password)).toBeVisible()
  await page.getByLabel(en.forms.currentPassword).fill(PASSWORD)
  await page.getByRole('button', { name: off.submit }).click()
  await expect(page.getByRole('heading', { name: setup.title })).toBeVisible()
}

async function secretOf(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: setup.qrLabel })).toBeVisible()
  const link = await page.getByRole('link', { name: setup.openApp }).getAttribute('href')
  const secret = new URL(link ?? '').searchParams.get('secret') ?? ''
  await expect(page.locator('code')).toHaveText(secret.replace(/(.{4})(?=.)/g, '$1 '))
  return secret
}

async function turnOn(page: Page, secret: string) {
  await page.getByLabel(setup.code).fill('000000')
  await page.getByRole('button', { name: setup.submit, exact: true }).click()
  await expect(page.getByText(en.forms.fieldErrors.wrong_code)).toBeVisible()
  await page.getByLabel(setup.code).fill(totp(secret, 0))
  await page.getByRole('button', { name: setup.submit, exact: true }).click()
  await expect(page.getByText(codeTexts.enabled)).toBeVisible()
}

/** From "off" to the recovery codes. */
async function enroll(page: Page): Promise<{ secret: string; codes: string[] }> {
  await begin(page)
  const secret = await secretOf(page)
  await turnOn(page, secret)
  const codes = await shownCodes(page)
  expect(new Set(codes).size).toBe(10)
  return { secret, codes }
}

const shownCodes = (page: Page) =>
  page.getByRole('list', { name: codeTexts.listLabel }).locator('li').allInnerTexts()

/**
 * A lost answer loses no codes: they are shown until the user confirms saving them, then never
 * again.
 */
async function keep(page: Page, codes: string[], javaScriptEnabled: boolean) {
  await page.reload()
  expect(await shownCodes(page)).toEqual(codes)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: codeTexts.download }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  for (const code of codes) expect(file).toContain(code)
  for (const name of [codeTexts.copy, codeTexts.print])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(
      javaScriptEnabled ? 1 : 0,
    )
  await page.getByRole('button', { name: codeTexts.saved }).click()
  await expect(page.getByRole('list', { name: codeTexts.listLabel })).toHaveCount(0)
  await expect(page.getByText(codeTexts.done)).toBeVisible()
  await page.goto('/dashboard')
  await page.goBack()
  await expect(page).toHaveURL(SECURITY)
  await page.waitForLoadState()
  expect(await page.content()).not.toContain(codes[0]!)
}

async function renew(page: Page, by: { used: string; good: string }): Promise<string[]> {
  await page.getByText(on.renew, { exact: true }).click()
  const form = page.locator('form', { has: page.getByRole('button', { name: on.renewSubmit }) })
  await form.getByLabel(on.code).fill(by.used)
  await form.getByRole('button').click()
  await expect(form.getByText(en.forms.fieldErrors.wrong_code)).toBeVisible()
  await form.getByLabel(on.code).fill(by.good)
  await form.getByRole('button').click()
  await expect(page.getByText(codeTexts.renewed)).toBeVisible()
  const codes = await shownCodes(page)
  await page.getByRole('button', { name: codeTexts.saved }).click()
  await expect(page.getByText('10 codes left')).toBeVisible()
  return codes
}

async function turnOff(page: Page, code: string) {
  await page.getByText(on.disable, { exact: true }).click()
  const form = page.locator('form', { has: page.getByRole('button', { name: on.disableSubmit }) })
  await form.getByLabel(en.forms.currentPassword).fill(PASSWORD)
  await form.getByLabel(on.code).fill(code)
  await form.getByRole('button', { name: on.disableSubmit }).click()
  await expect(page.getByText(off.turnedOff)).toBeVisible()
}

async function leave(page: Page) {
  await page.goto('/auth/logout')
  await page.getByRole('button', { name: en.auth.logout.submit }).click()
  await expect(page).toHaveURL('/auth/login')
}

async function passFirstStep(page: Page, person: Person, next?: string) {
  await page.goto(next ? `/auth/login?next=${encodeURIComponent(next)}` : '/auth/login')
  await page.getByLabel(en.forms.email).fill(person.email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(person.password)
  await page.getByRole('button', { name: en.auth.login.submit, exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/auth/login')
}

async function answer(page: Page, label: string, code: string) {
  await page.getByLabel(label).fill(code)
  await page.getByRole('button', { name: step.submit }).click()
}

/** Axe finds nothing in either theme, and nothing scrolls sideways at phone width. */
async function sound(page: Page, prepare = async () => {}) {
  await page.reload()
  await prepare()
  await expectSound(page)
}

import type { Page } from '@playwright/test'
import { expect, freshEmail, newVisitor, PASSWORD, signIn, test, watchFaults } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { look } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'

const texts = en.auth.verify
const STRANGERS = 'lantern mosaic harbour 31'
const passwordField = (page: Page) => page.getByLabel(en.forms.password, { exact: true })
const confirm = (page: Page) => page.getByRole('button', { name: texts.submit }).click()

async function register(page: Page, email: string, password: string) {
  await page.goto('/auth/register')
  await page.getByLabel(en.forms.email).fill(email)
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: en.auth.register.submit }).click()
  await expect(page).toHaveURL('/auth/check-mail')
}

/** The link for an address that was registered in another browser. */
async function strangersLink(service: Service) {
  const email = freshEmail()
  await service.api('register', { email, password: STRANGERS })
  return { email, link: await service.mailedLink(email, 'verify-email') }
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'

  test(`a link opened outside the registering browser asks for a new password: the registrant’s is not activated, ${how} JavaScript`, async ({
    browser,
    service,
  }) => {
    const { email, link } = await strangersLink(service)
    const context = await newVisitor(browser, service, javaScriptEnabled)
    const page = await context.newPage()
    const faults = watchFaults(page)
    await page.goto(link)
    await expect(page.getByText(formatMessage(texts.leadPassword, { email }))).toBeVisible()
    await passwordField(page).fill('short')
    await confirm(page)
    await expect(
      page.getByText(formatMessage(en.forms.fieldErrors.password_too_short, { min: 12 }), {
        exact: true,
      }),
    ).toBeVisible()
    await passwordField(page).fill(PASSWORD)
    await confirm(page)
    await expect(page).toHaveURL('/dashboard')
    const refused = await service.api('login', { email, password: STRANGERS })
    expect(refused.status).toBe(401)
    await signIn(context, service, { email, password: PASSWORD })
    expect(faults).toEqual([])
    await context.close()
  })

  test(`in the registering browser, a link still asks for a password if the address was registered again elsewhere, ${how} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    const page = await context.newPage()
    const email = freshEmail()
    await register(page, email, PASSWORD)
    await page.goto(await service.mailedLink(email, 'verify-email'))
    await expect(page.getByText(formatMessage(texts.lead, { email }))).toBeVisible()
    await expect(passwordField(page)).toHaveCount(0)
    await service.api('register', { email, password: STRANGERS })
    await confirm(page)
    await expect(page.getByText(en.problems.password_required.text)).toBeVisible()
    if (javaScriptEnabled) await page.getByRole('link', { name: texts.enterPassword }).click()
    await passwordField(page).fill(PASSWORD)
    await confirm(page)
    await expect(page).toHaveURL('/dashboard')
    await context.close()
  })

  test(`a used link says so immediately, and leads to sign-in, ${how} JavaScript`, async ({
    browser,
    service,
    person,
  }) => {
    const link = await service.mailedLink(person.email, 'verify-email')
    const context = await newVisitor(browser, service, javaScriptEnabled)
    const page = await context.newPage()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: en.auth.deadLink.heading })).toBeVisible()
    await expect(page.getByRole('button', { name: texts.submit })).toHaveCount(0)
    await expect(page.getByRole('link', { name: texts.askAgain })).toHaveAttribute(
      'href',
      '/auth/resend-verification',
    )
    await page.getByRole('link', { name: en.auth.login.submit }).click()
    await expect(page).toHaveURL('/auth/login')
    await context.close()
  })
}

test('the page of a link is accessible in both themes and fits a phone', async ({
  page,
  service,
}) => {
  const { link } = await strangersLink(service)
  await look(page, link)
  const email = `${'long-name'.repeat(7)}@${'long-host'.repeat(6)}.${freshEmail().split('@')[1]!}`
  await register(page, email, PASSWORD)
  await look(page, await service.mailedLink(email, 'verify-email'))
})

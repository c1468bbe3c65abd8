import type { Page } from '@playwright/test'
import { ADMIN, ADMIN_MODES, asAdmin } from '@/e2e/administrator'
import { expect, freshEmail, newVisitor, PASSWORD, test, watchFaults } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { expectSound, look } from '@/e2e/sound'
import { en, tr } from '@/e2e/texts'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import { settingNamed } from '@/lib/settings/setting-definitions'

const texts = en.registrations
const { register: signUp, login } = en.auth
const QUEUE = '/dashboard/users/registrations'

test.use({ ownService: 'registration-modes' })
test.describe.configure({ mode: 'serial' })

type Mode = 'open' | 'invited' | 'domains' | 'approval'

/** Changes who may sign up, with the form in the settings. */
async function allow(page: Page, mode: Mode, domains = ''): Promise<void> {
  await page.goto('/dashboard/settings/policy')
  await page.getByLabel(settingNamed('registration').label.en).selectOption(mode)
  await page.getByLabel(settingNamed('registration_domains').label.en).fill(domains)
  await page.getByRole('button', { name: en.settings.save }).click()
  await expect(page.getByText(en.settings.saved)).toBeVisible()
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/register')
  await page.getByLabel(en.forms.email).fill(email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: signUp.submit }).click()
}

async function trySignIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel(en.forms.email).fill(email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: login.submit, exact: true }).click()
}

/** Signs up and opens the link in the same browser. */
async function signUpAndConfirm(page: Page, service: Service, email: string): Promise<void> {
  await fillIn(page, email)
  await expect(page).toHaveURL('/auth/check-mail')
  await page.goto(await service.mailedLink(email, 'verify-email'))
  await page.getByRole('button', { name: en.auth.verify.submit }).click()
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByText(en.auth.notices.awaits_approval)).toBeVisible()
}

for (const javaScriptEnabled of ADMIN_MODES)
  test(`a user signs up, is approved by an administrator, and signs in; another one is declined, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    test.slow() // many pages, each checked with axe
    const admin = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(admin, service)
    const desk = await admin.newPage()
    const visitor = await newVisitor(browser, service, javaScriptEnabled)
    const page = await visitor.newPage()
    const faults = [watchFaults(desk), watchFaults(page)]
    await allow(desk, 'approval')
    if (javaScriptEnabled) {
      await look(desk, QUEUE)
      await look(page, '/auth/register')
    }
    const [welcome, unwelcome] = [freshEmail(), freshEmail()]
    await page.goto('/auth/register')
    await expect(page.getByText(signUp.leadApproval)).toBeVisible()
    await signUpAndConfirm(page, service, welcome)
    await signUpAndConfirm(page, service, unwelcome)
    await trySignIn(page, welcome)
    await expect(page.getByText(en.problems.approval_pending.text)).toBeVisible()

    const item = formatMessage(texts.inbox.one.title, { email: welcome })
    await expect(async () => {
      await desk.goto('/dashboard/inbox')
      await expect(desk.getByText(item).first()).toBeVisible({ timeout: 500 })
    }).toPass({ timeout: 20_000 })
    await desk.goto('/dashboard/users')
    await desk.getByRole('link', { name: formatCount(texts.link, 2, 'en') }).click()
    await expect(desk).toHaveURL(QUEUE)
    if (javaScriptEnabled) await expectSound(desk)
    await desk
      .getByRole('button', { name: formatMessage(texts.approveFor, { email: welcome }) })
      .click()
    await expect(desk.getByText(formatMessage(texts.approved, { email: welcome }))).toBeVisible()
    await desk
      .getByRole('button', { name: formatMessage(texts.declineFor, { email: unwelcome }) })
      .click()
    const dialog = desk.getByRole('dialog')
    await expect(
      dialog.getByText(formatMessage(texts.declineTitle, { email: unwelcome })),
    ).toBeVisible()
    await dialog.getByLabel(texts.reason).fill('Please use your work address.')
    if (javaScriptEnabled) await expectSound(desk)
    await dialog.getByRole('button', { name: texts.decline, exact: true }).click()
    await expect(desk.getByText(formatMessage(texts.declined, { email: unwelcome }))).toBeVisible()
    await expect(desk.getByText(texts.emptyTitle)).toBeVisible()

    await trySignIn(page, unwelcome)
    await expect(page.getByText(en.problems.invalid_credentials.text)).toBeVisible()
    await trySignIn(page, welcome)
    await expect(page).toHaveURL('/dashboard')
    await expect(() => {
      const mails = service.process.output().split('Mail to ')
      const mine = mails.filter((mail) => mail.startsWith(`${unwelcome}\n`))
      expect(mine.at(-1)).toContain('Please use your work address.')
    }).toPass({ timeout: 20_000 })
    await allow(desk, 'open')
    expect(faults.flat()).toEqual([])
    await visitor.close()
    await admin.close()
  })

test('an invitation-only service says so, hides sign-up, and still lets users sign in', async ({
  browser,
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  await allow(page, 'invited')
  for (const javaScriptEnabled of [true, false]) {
    const visitor = await newVisitor(browser, service, javaScriptEnabled)
    const visit = await visitor.newPage()
    await visit.goto('/auth/login')
    await expect(visit.getByRole('button', { name: login.submit, exact: true })).toBeVisible()
    await expect(visit.getByRole('link', { name: login.registerLink })).toHaveCount(0)
    if (javaScriptEnabled) await look(visit, '/auth/register')
    else await visit.goto('/auth/register')
    await expect(visit.getByRole('heading', { name: signUp.closedHeading })).toBeVisible()
    await expect(visit.getByLabel(en.forms.email)).toHaveCount(0)
    await visit.getByRole('link', { name: signUp.toLogin }).click()
    await expect(visit).toHaveURL('/auth/login')
    await visitor.close()
  }
  const turkish = await browser.newContext({ baseURL: service.url, locale: 'tr-TR' })
  const visit = await turkish.newPage()
  await look(visit, '/auth/register')
  await expect(visit.getByRole('heading', { name: tr.auth.register.closedHeading })).toBeVisible()
  await turkish.close()
})

test('sign-up for certain domains names them and refuses other addresses, known or not', async ({
  browser,
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  await page.goto('/dashboard/settings/policy')
  await page.getByLabel(settingNamed('registration').label.en).selectOption('domains')
  await page.getByRole('button', { name: en.settings.save }).click()
  await expect(page.getByText(en.forms.fieldErrors.required).first()).toBeVisible()
  await allow(page, 'domains', 'example.org, *.example.org')
  for (const javaScriptEnabled of [true, false]) {
    const visitor = await newVisitor(browser, service, javaScriptEnabled)
    const visit = await visitor.newPage()
    if (javaScriptEnabled) await look(visit, '/auth/register')
    for (const email of [ADMIN.email, freshEmail()]) {
      await fillIn(visit, email)
      await expect(visit.getByText(en.problems.registration_closed.text)).toBeVisible()
      await expect(visit.getByText('@example.org, .example.org')).toBeVisible()
    }
    await fillIn(visit, `${freshEmail().split('@')[0]!}@eu.example.org`)
    await expect(visit).toHaveURL('/auth/check-mail')
    await visitor.close()
  }
  await allow(page, 'open', 'example.org')
})

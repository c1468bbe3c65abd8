import type { Page } from '@playwright/test'
import { asAdmin } from '@/e2e/administrator'
import { expect, makePerson, newVisitor, signIn, test, watchFaults } from '@/e2e/fixtures'
import { expectAccessible } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { formatCount, formatMessage } from '@/lib/i18n/format'

const { phone: texts, notificationPages: pages } = en

test.use({ ownService: 'administrator' })
test.describe.configure({ mode: 'serial' })

/** The code that the outbox shows for a number, as written. */
async function codeFor(page: Page, phone: string): Promise<string> {
  const card = page.locator('h2', { hasText: phone }).first()
  await expect(async () => {
    await page.goto('/local/outbox?box=texts')
    await expect(card).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 15_000 })
  const text = await page.getByRole('group', { name: phone }).first().innerText()
  return /\d{6}/.exec(text)?.[0] ?? ''
}

for (const javaScriptEnabled of [true, false])
  test(`a number is confirmed by the code in the outbox, then gets a notification as a text message, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const phone = javaScriptEnabled ? '+12025550123' : '+12025550124'
    const [ada, bob] = [await makePerson(service), await makePerson(service)]
    const theirs = await newVisitor(browser, service, javaScriptEnabled)
    await signIn(theirs, service, ada)
    const own = await theirs.newPage()
    const faults = watchFaults(own)
    await own.goto('/dashboard/account/phone')
    await own.getByLabel(texts.number).fill('+1 900 555 0123')
    await own.getByRole('button', { name: texts.sendCode }).click()
    await expect(own.getByText(en.forms.fieldErrors.unsupported_phone)).toBeVisible()
    await own.getByLabel(texts.number).fill(phone)
    await own.getByRole('button', { name: texts.sendCode }).click()
    await expect(own.getByText(texts.codeSent)).toBeVisible()
    const code = await codeFor(own, phone)
    await own.goto('/dashboard/account/phone')
    if (javaScriptEnabled) await expectAccessible(own)
    await own.getByLabel(texts.code, { exact: true }).fill('000000')
    await own.getByRole('button', { name: texts.confirm }).click()
    await expect(own.getByText(en.forms.fieldErrors.wrong_code)).toBeVisible()
    await own.getByLabel(texts.code, { exact: true }).fill(code)
    await own.getByRole('button', { name: texts.confirm }).click()
    await expect(own.getByText(texts.confirmed)).toBeVisible()
    await expect(own.getByText(phone, { exact: true })).toBeVisible()

    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const page = await context.newPage()
    await page.goto('/dashboard/notifications/new')
    await page.getByRole('radio', { name: pages.form.toPeople }).check()
    await page.getByLabel(pages.form.people, { exact: true }).fill(`${ada.email}\n${bob.email}`)
    await page.getByRole('checkbox', { name: pages.channelNames.inbox }).uncheck()
    await page.getByRole('checkbox', { name: pages.channelNames.sms }).check()
    await page.getByLabel(pages.form.title, { exact: true }).fill('Maintenance')
    await page
      .getByLabel(pages.form.body, { exact: true })
      .fill(`Away on Sunday. ${'x'.repeat(150)}`)
    await page.getByRole('button', { name: pages.form.preview }).click()
    await expect(page.getByText(formatCount(pages.review.smsSegmentCount, 2, 'en'))).toBeVisible()
    await expect(
      page.getByText(formatMessage(pages.review.smsUnits.gsm7, { units: '178' })),
    ).toBeVisible()
    await page.getByRole('button', { name: pages.review.send }).click()
    await expect(page.getByText(pages.detail.completed)).toBeVisible({ timeout: 30_000 })
    await page.reload()
    const counts = page.locator('dl', { hasText: pages.smsCounts.opted_out })
    const countOf = (name: string) =>
      counts.locator('div', { has: page.getByText(name, { exact: true }) }).locator('dd')
    await expect(countOf(pages.smsCounts.delivered)).toHaveText('1')
    await expect(countOf(pages.smsCounts.skipped)).toHaveText('1')
    await expect(countOf(pages.smsCounts.opted_out)).toHaveText('0')
    if (javaScriptEnabled) await expectAccessible(page)
    await own.goto('/local/outbox?box=texts')
    await expect(own.getByText('Away on Sunday.').first()).toBeVisible()
    expect(faults).toEqual([])
    await theirs.close()
    await context.close()
  })

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { asAdmin, callAsAdmin } from '@/e2e/administrator'
import { expect, newVisitor, test } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { expectSound, look } from '@/e2e/sound'
import { en } from '@/e2e/texts'
import { formatMessage } from '@/lib/i18n/format'

const PATH = '/dashboard/payments'
const texts = en.payments

test.use({ ownService: 'administrator' })

async function charge(
  page: Page,
  outcome: keyof typeof texts.form.outcomes,
  amount = '10.50',
): Promise<void> {
  await page.goto(`${PATH}/new`)
  await page.getByLabel(texts.form.amount).fill(amount)
  await page.getByLabel(texts.form.currency).selectOption('EUR')
  await page.getByLabel(texts.form.outcome).selectOption(outcome)
  await page.getByRole('button', { name: texts.form.submit }).click()
  await expect(page.getByText(texts.detail.created)).toBeVisible()
}

const chargeOf = (service: Service, currency = 'SEK') => ({
  amount: 1050,
  currency,
  payment_method_token: 'sim_frictionless',
  return_url: `${service.url}${PATH}`,
})

/** Charges 10.50 in a currency that no other test uses, and refunds some of it, or all. */
async function refund(service: Service, amount: number): Promise<void> {
  const key = () => ({ 'idempotency-key': randomUUID() })
  const charged = chargeOf(service)
  const { id } = await callAsAdmin<{ id: string }>(service, 'POST', '/payments', charged, key())
  await callAsAdmin(service, 'POST', `/payments/${id}/refund`, { amount }, key())
}

const facts = (page: Page) => page.locator('dl').first()
const statuses = (page: Page) =>
  page.getByRole('list', { name: texts.detail.timeline }).getByRole('listitem')

for (const javaScriptEnabled of [true, false])
  test(`a charge through every outcome of the simulator, and a refund, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    const page = await context.newPage()
    await asAdmin(context, service)
    await page.goto(PATH)
    await expect(page.getByText(texts.simulatorNote)).toBeVisible()
    await page.getByRole('link', { name: texts.newPayment }).click()
    await page.getByLabel(texts.form.amount).fill('10.505')
    await page.getByRole('button', { name: texts.form.submit }).click()
    await expect(page.getByText(en.forms.fieldErrors.bad_amount)).toBeVisible()

    await charge(page, 'sim_decline')
    await expect(facts(page)).toContainText(texts.statuses.failed)
    await expect(facts(page)).toContainText('card_declined')

    for (const [answer, status] of [
      ['failed', 'failed'],
      ['canceled', 'canceled'],
      ['passed', 'succeeded'],
    ] as const) {
      await charge(page, 'sim_challenge')
      await page.getByRole('link', { name: texts.detail.confirm }).click()
      await expect(page.getByText(texts.simulator.notice)).toBeVisible()
      if (javaScriptEnabled && answer === 'failed') await expectSound(page)
      await page.getByRole('button', { name: texts.simulator.results[answer], exact: true }).click()
      await expect(page).toHaveURL(/\/dashboard\/payments\/[0-9a-f-]{36}$/)
      await expect(facts(page)).toContainText(texts.statuses[status])
      await expect(statuses(page)).toHaveCount(3)
    }

    await charge(page, 'sim_frictionless')
    await expect(facts(page)).toContainText(texts.statuses.succeeded)
    const amount = page.getByLabel(formatMessage(texts.refund.amount, { currency: 'EUR' }))
    await amount.fill('10.51')
    await page.getByRole('button', { name: texts.refund.submit, exact: true }).click()
    await expect(page.getByText(en.problems.refund_too_large.text)).toBeVisible()
    await amount.fill('0.50')
    await page.getByRole('button', { name: texts.refund.submit, exact: true }).click()
    await expect(page.getByText(texts.detail.refunded)).toBeVisible()
    await expect(facts(page)).toContainText(texts.statuses.partially_refunded)
    await expect(
      page.getByText(formatMessage(texts.refund.text, { amount: '€10.00' })),
    ).toBeVisible()
    await page.getByRole('button', { name: texts.refund.submit, exact: true }).click()
    await expect(facts(page)).toContainText(texts.statuses.refunded)
    await expect(page.getByRole('button', { name: texts.refund.submit, exact: true })).toHaveCount(
      0,
    )
    await context.close()
  })

for (const javaScriptEnabled of [true, false])
  test(`a charge sent before with other details leads to a fresh form, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    const page = await context.newPage()
    await asAdmin(context, service)
    await page.goto(`${PATH}/new`)
    const key = page.locator('input[name=key]')
    const used = await key.inputValue()
    const headers = { 'idempotency-key': used }
    await callAsAdmin(service, 'POST', '/payments', chargeOf(service, 'EUR'), headers)
    for (const _ of ['first', 'again']) {
      await page.getByLabel(texts.form.amount).fill('12')
      await page.getByRole('button', { name: texts.form.submit }).click()
      await expect(page.getByText(texts.form.keyUsed)).toBeVisible()
      await expect(page.getByRole('link', { name: texts.form.openList })).toHaveAttribute(
        'href',
        PATH,
      )
      await expect(key).toHaveValue(used)
    }
    await page.getByRole('link', { name: texts.form.startAgain }).click()
    await expect(page.getByText(texts.form.keyUsed)).toHaveCount(0)
    await page.getByLabel(texts.form.amount).fill('12')
    await page.getByRole('button', { name: texts.form.submit }).click()
    await expect(page.getByText(texts.detail.created)).toBeVisible()
    await context.close()
  })

test('an open page follows a payment that times out', async ({ context, page, service }) => {
  await asAdmin(context, service)
  await charge(page, 'sim_timeout')
  await expect(facts(page)).toContainText(texts.statuses.processing)
  // No interaction: the reconciler polls the provider, and the page gets the update.
  await expect(facts(page)).toContainText('authentication_timeout', { timeout: 20_000 })
  await look(page, page.url())
  await look(page, `${PATH}/new`)
})

test('the list filters and exports', async ({ context, page, service }) => {
  await asAdmin(context, service)
  for (const amount of [1050, 50, 1050]) await refund(service, amount)
  await look(page, `${PATH}?status=refunded&currency=SEK`)
  await expect(page.getByRole('row')).toHaveCount(3)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: texts.exportCsv }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file.trim().split('\r\n')).toHaveLength(3)
  expect(file).toContain('"refunded","10.50","10.50","10.50","SEK","simulator"')
  await page.goto(`${PATH}?currency=XXX`)
  await expect(page.getByText(texts.filters.fix)).toBeVisible()
})

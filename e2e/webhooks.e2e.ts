import { ADMIN_MODES, asAdmin, callAsAdmin } from '@/e2e/administrator'
import { expect, newVisitor, test, watchFaults } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { look } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { answer, startWebhookReceiver } from '@/tests/kit/stand-ins/webhook-receiver'
import { until } from '@/tests/kit/until'

const PATH = '/dashboard/webhooks'
const texts = en.webhooks

test.use({ ownService: 'administrator' })

/** The page of a webhook whose test event was answered with status 500. */
async function failedWebhook(service: Service): Promise<string> {
  const receiver = await startWebhookReceiver(answer(500))
  const webhook = { url: receiver.url, events: ['user.*'] }
  const { id } = await callAsAdmin<{ id: string }>(service, 'POST', '/webhooks', webhook)
  await callAsAdmin(service, 'POST', `/webhooks/${id}/test`)
  await until('the answer is recorded', 10_000, async () => {
    const path = `/webhooks/${id}/deliveries`
    const { data } = await callAsAdmin<{ data: { response_status: number | null }[] }>(
      service,
      'GET',
      path,
    )
    return data[0]?.response_status === 500
  })
  await receiver.close()
  return `${PATH}/${id}`
}

for (const javaScriptEnabled of ADMIN_MODES)
  test(`an administrator creates a webhook, tests it and sends an event again, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const receiver = await startWebhookReceiver(answer(500, '<b>broken</b>'))
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const page = await context.newPage()
    const faults = watchFaults(page)
    await page.goto(PATH)
    await page.getByRole('link', { name: texts.create }).first().click()
    await page.getByLabel(texts.fields.url, { exact: true }).fill('http://me:x@127.0.0.1/')
    await page.getByLabel(texts.events['user.*']).check()
    await page.getByLabel(texts.events['user.password_changed']).check()
    await page.getByRole('button', { name: texts.create }).click()
    await expect(page.getByText(en.forms.fieldErrors.invalid_url)).toBeVisible()
    await expect(page.getByLabel(texts.events['user.password_changed'])).toBeChecked()
    await page.getByLabel(texts.fields.url, { exact: true }).fill(receiver.url)
    await page.getByRole('button', { name: texts.create }).click()
    await expect(page.getByText(texts.notices.webhook_created)).toBeVisible()
    await expect(page.getByLabel(texts.secret.title)).toHaveValue(/^whsec_/)
    await expect(page.getByLabel(texts.events['user.password_changed'])).toBeChecked()
    await page.getByRole('button', { name: texts.actions.test }).click()
    await expect(page.getByText(texts.notices.webhook_tested)).toBeVisible()
    await receiver.received(1)
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(texts.deliveries.statuses.retrying)).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.getByText(texts.deliveries.excerpt).first().click()
    await expect(page.getByText('<b>broken</b>')).toBeVisible()
    // The next attempt would be in a minute.
    await receiver.received(2)
    receiver.behave(answer(204))
    await page.reload()
    await page.getByRole('button', { name: texts.deliveries.replay }).click()
    const sent = javaScriptEnabled ? page.locator('[data-toasts]') : page
    await expect(sent.getByText(texts.notices.webhook_replayed)).toBeVisible()
    await receiver.received(3)
    await expect(async () => {
      await page.reload()
      const { delivered } = texts.deliveries.statuses
      await expect(page.getByText(delivered)).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.getByRole('button', { name: texts.secret.seen }).click()
    await expect(page.getByLabel(texts.secret.title)).toHaveCount(0)
    await page.getByRole('button', { name: texts.actions.disable, exact: true }).click()
    await expect(page.getByText(texts.reasons.manual)).toBeVisible()
    await page.goto(PATH)
    expect(faults).toEqual([])
    await context.close()
    await receiver.close()
  })

test('an outdated page changes nothing, and the current one rotates the secret and deletes', async ({
  browser,
  service,
}) => {
  const webhook = { url: 'http://127.0.0.1:1/', events: ['user.*'] }
  const { id } = await callAsAdmin<{ id: string }>(service, 'POST', '/webhooks', webhook)
  const context = await newVisitor(browser, service, false)
  await asAdmin(context, service)
  const page = await context.newPage()
  await page.goto(`${PATH}/${id}`)
  await callAsAdmin(service, 'PATCH', `/webhooks/${id}`, { url: 'http://127.0.0.1:2/' })
  await page.getByRole('button', { name: texts.actions.disable, exact: true }).click()
  await expect(page.getByText(texts.outdated)).toBeVisible()
  await expect(page.getByText(texts.reasons.manual)).toHaveCount(0)
  for (const [button, notice] of [
    [texts.actions.rotate, texts.notices.webhook_rotated],
    [texts.actions.delete, texts.notices.webhook_deleted],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').getByRole('button', { name: button }).click()
    await expect(page.getByText(notice)).toBeVisible()
  }
  await context.close()
})

test('the pages are accessible and fit a phone', async ({ context, page, service }) => {
  await asAdmin(context, service)
  await page.setViewportSize({ width: 375, height: 800 })
  const webhook = await failedWebhook(service)
  for (const path of [PATH, `${PATH}/new`, webhook]) await look(page, path)
})

test('a phone shows what came of the last attempt', async ({ context, page, service }) => {
  await asAdmin(context, service)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(await failedWebhook(service))
  const row = page.getByRole('row').filter({ hasText: 'webhook.test' })
  await expect(row.getByText('500').filter({ visible: true })).toHaveCount(1)
})

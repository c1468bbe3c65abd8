import type { Browser, Page } from '@playwright/test'
import { ADMIN_MODES, asAdmin } from '@/e2e/administrator'
import { expect, makePerson, newVisitor, signIn, test, watchFaults } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { look } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { formatCount, formatMessage } from '@/lib/i18n/format'

const PATH = '/dashboard/notifications'
const texts = en.notificationPages
const { detail, form, review } = texts

test.use({ ownService: 'notifications' })
test.describe.configure({ mode: 'serial' })

/** The administrator's browser, with or without JavaScript. */
async function adminPage(
  browser: Browser,
  service: Service,
  javaScriptEnabled = true,
): Promise<Page> {
  const context = await newVisitor(browser, service, javaScriptEnabled)
  await asAdmin(context, service)
  return context.newPage()
}

async function write(
  page: Page,
  letter: { people: string; title: string; body: string; email?: boolean },
) {
  await page.getByRole('radio', { name: form.toPeople }).check()
  await page.getByLabel(form.people, { exact: true }).fill(letter.people)
  await page
    .getByRole('checkbox', { name: texts.channelNames.email })
    .setChecked(letter.email ?? true)
  await page.getByLabel(form.title, { exact: true }).fill(letter.title)
  await page.getByLabel(form.body, { exact: true }).fill(letter.body)
}
const preview = (page: Page) => page.getByRole('button', { name: form.preview }).click()
const send = (page: Page) => page.getByRole('button', { name: review.send }).click()
const goesTo = (count: number, channels: string) =>
  formatMessage(formatCount(review.goesTo, count, 'en'), { channels })

for (const javaScriptEnabled of ADMIN_MODES)
  test(`a notification is written, corrected, previewed and sent, and arrives in inbox and email, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const [ada, bob] = [await makePerson(service), await makePerson(service)]
    const page = await adminPage(browser, service, javaScriptEnabled)
    const faults = watchFaults(page)
    await page.goto(PATH)
    await page.getByRole('link', { name: texts.compose }).click()
    const title = `Maintenance ${ada.email}`
    const body = 'We are away on Sunday.\n\nBack at noon. '.padEnd(3000, 'x')
    await write(page, { people: `${ada.email}\nnobody@example.com`, title, body })
    await preview(page)
    await expect(
      page.getByText(formatMessage(form.faults.unknown_people, { named: 'nobody@example.com' })),
    ).toBeVisible()
    // However long it is, it must not be lost.
    await expect(page.getByLabel(form.body, { exact: true })).toHaveValue(body)
    await page.getByLabel(form.people, { exact: true }).fill(`${ada.email}, ${bob.email}`)
    await preview(page)
    await expect(page.getByText(goesTo(2, 'in the inbox and by email'))).toBeVisible()
    await send(page)
    await expect(page).toHaveURL(/\/notifications\/[0-9a-f-]{36}$/)
    await expect(page.getByText(detail.completed)).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('progressbar')).toHaveAttribute('value', '2')

    const theirs = await newVisitor(browser, service, javaScriptEnabled)
    await signIn(theirs, service, ada)
    const inbox = await theirs.newPage()
    await inbox.goto('/dashboard/inbox')
    const item = inbox.getByRole('list', { name: en.inbox.title }).getByRole('listitem').first()
    await expect(item).toContainText(title)
    await inbox.goto('/local/outbox?box=mailings')
    await expect(inbox.getByText(title).first()).toBeVisible()
    expect(faults).toEqual([])
    await theirs.close()
    await page.context().close()
  })

test('a scheduled notification is canceled before anyone receives it', async ({
  browser,
  service,
  person,
}) => {
  const page = await adminPage(browser, service, false)
  await page.goto(`${PATH}/new`)
  await write(page, { people: person.email, title: 'Not yet', body: 'Later.' })
  await page.getByRole('radio', { name: form.later }).check()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
  await page.getByLabel(form.sendAt).fill(tomorrow)
  await expect(page.getByText(formatMessage(form.zone, { zone: 'UTC' }))).toBeVisible()
  await preview(page)
  await page.getByRole('button', { name: review.schedule }).click()
  await expect(page.getByText(detail.planned)).toBeVisible()
  await page.getByRole('button', { name: detail.cancel }).click()
  const dialog = page.getByRole('dialog', {
    name: formatMessage(detail.cancelTitle, { title: 'Not yet' }),
  })
  await expect(dialog.getByText(detail.cancelScheduled)).toBeVisible()
  await dialog.getByRole('button', { name: detail.cancel }).click()
  await expect(page.getByText(detail.done)).toBeVisible()
  await expect(page.getByRole('button', { name: detail.cancel })).toHaveCount(0)
  await page.goto(`${PATH}?status=cancelled`)
  await expect(page.getByRole('row', { name: /Not yet/ })).toContainText(texts.statuses.cancelled)
  await page.context().close()
})

test('a user who turned notifications off is skipped', async ({
  browser,
  page,
  service,
  signedIn,
}) => {
  const { preferences } = texts
  await page.goto('/dashboard/account/notifications')
  for (const name of [preferences.inbox, preferences.email])
    await page.getByRole('checkbox', { name, exact: true }).uncheck()
  await page.getByRole('button', { name: preferences.save }).click()
  await expect(page.getByText(preferences.saved)).toBeVisible()
  await page.reload()
  await expect(
    page.getByRole('checkbox', { name: preferences.email, exact: true }),
  ).not.toBeChecked()

  const admin = await adminPage(browser, service)
  await admin.goto(`${PATH}/new`)
  await write(admin, { people: signedIn.email, title: 'For nobody', body: 'Hello?' })
  await preview(admin)
  await send(admin)
  await expect(admin.getByText(detail.skippedMeaning)).toBeVisible({ timeout: 30_000 })
  await page.goto('/dashboard/inbox')
  await expect(page.getByText(en.inbox.emptyTitle)).toBeVisible()
  await admin.context().close()
})

test('a template is created, changed, used and deleted', async ({ browser, service, person }) => {
  const { templates } = texts
  const page = await adminPage(browser, service)
  await page.goto(`${PATH}/templates`)
  await page.getByRole('link', { name: templates.create }).click()
  await page.getByLabel(templates.name, { exact: true }).fill('Greeting')
  await page.getByLabel(form.title, { exact: true }).fill('Hello {{name}}')
  await page.getByLabel(form.body, { exact: true }).fill('Dear {{friend}}')
  await page.getByRole('button', { name: templates.submit }).click()
  await expect(page.getByText(en.forms.fieldErrors.unknown_placeholder)).toBeVisible()
  await page.getByLabel(form.body, { exact: true }).fill('Written to {{email}}')
  await page.getByRole('button', { name: templates.submit }).click()
  await expect(page.getByText(templates.created)).toBeVisible()
  await page.getByLabel(form.title, { exact: true }).fill('Welcome {{name}}')
  await page.getByRole('button', { name: templates.save }).click()
  await expect(page.getByText(templates.saved)).toBeVisible()

  await page.getByRole('link', { name: templates.use }).click()
  await expect(page.getByLabel(form.title, { exact: true })).toHaveValue('Welcome {{name}}')
  await page.getByRole('radio', { name: form.toPeople }).check()
  await page.getByLabel(form.people, { exact: true }).fill(person.email)
  await preview(page)
  await expect(page.getByText(goesTo(1, 'in the inbox'))).toBeVisible()
  await page.getByRole('link', { name: review.edit }).click()
  await page.getByRole('button', { name: form.discard }).click()
  await expect(page.getByText(form.discarded)).toBeVisible()

  await page.goto(`${PATH}/templates`)
  await page.getByRole('link', { name: 'Greeting', exact: true }).click()
  await page.getByRole('button', { name: templates.delete }).click()
  await page.getByRole('dialog').getByRole('button', { name: templates.delete }).click()
  await expect(page.getByText(formatMessage(templates.deleted, { name: 'Greeting' }))).toBeVisible()
  await page.context().close()
})

test('without the permission a user sees neither pages nor navigation, and a forged form does nothing', async ({
  browser,
  page,
  service,
  signedIn: _,
}) => {
  await page.goto('/dashboard')
  await expect(
    page.getByRole('link', { name: en.notificationPages.title, exact: true }),
  ).toHaveCount(0)
  const id = '019335e0-0000-7000-8000-00000000000a'
  for (const path of [
    PATH,
    `${PATH}/new`,
    `${PATH}/${id}`,
    `${PATH}/templates`,
    `${PATH}/templates/${id}`,
  ])
    expect((await page.goto(path))?.status()).toBe(403)
  const fields = {
    intent: 'preview',
    audience: 'all',
    channel_inbox: 'true',
    title: 'Forged',
    body: 'Forged',
  }
  for (const [path, form] of [
    [`${PATH}/new`, fields],
    [`${PATH}/new`, { intent: 'send', draft_id: id }],
    [`${PATH}/templates/new`, { ...fields, intent: 'save', name: 'Forged' }],
  ] as const) {
    const headers = { origin: service.url }
    const answer = await page.request.post(service.url + path, {
      multipart: form,
      headers,
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(403)
  }
  const admin = await adminPage(browser, service)
  for (const path of [PATH, `${PATH}/templates`]) {
    await admin.goto(path)
    await expect(admin.getByText('Forged')).toHaveCount(0)
  }
  await admin.context().close()
})

test('the pages are accessible in both themes and fit a phone', async ({
  context,
  page,
  service,
  person,
}) => {
  await asAdmin(context, service)
  await page.goto(`${PATH}/new`)
  const long = { title: 'T'.repeat(200), body: 'b'.repeat(4000) }
  await write(page, { people: person.email, ...long, email: false })
  await preview(page)
  await expect(page).toHaveURL(`${PATH}/new?step=review`)
  await look(page, page.url())
  await look(page, `${PATH}/new`)
  await page.goto(`${PATH}/new?step=review`)
  await send(page)
  await expect(page.getByText(detail.completed)).toBeVisible({ timeout: 30_000 })
  for (const path of [page.url(), PATH, `${PATH}/templates`, `${PATH}/templates/new`])
    await look(page, path)
})

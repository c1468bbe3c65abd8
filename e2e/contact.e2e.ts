import type { Page } from '@playwright/test'
import { ADMIN, asAdmin } from '@/e2e/administrator'
import { expect, freshEmail, newVisitor, test, watchFaults } from '@/e2e/fixtures'
import { look } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'

const PATH = '/dashboard/contacts'
const texts = en.contacts

test.use({ ownService: 'administrator' })

async function write(
  page: Page,
  letter: { name: string; email: string; subject: string; message: string },
) {
  await page.getByLabel(texts.form.name).fill(letter.name)
  await page.getByLabel(texts.form.email).fill(letter.email)
  await page.getByLabel(texts.form.subject).fill(letter.subject)
  await page.getByLabel(texts.form.message).fill(letter.message)
  await page.getByRole('button', { name: texts.form.submit }).click()
}

test.describe.configure({ mode: 'serial' })

test('an empty inbox says where messages come from', async ({ context, page, service }) => {
  await asAdmin(context, service)
  await page.goto(PATH)
  await expect(page.getByText(texts.emptyTitle)).toBeVisible()
  await look(page, PATH)
  await page.getByRole('link', { name: texts.openForm }).click()
  await expect(page).toHaveURL('/contact')
})

for (const javaScriptEnabled of [true, false])
  test(`a visitor writes, and a reader finds, reads and archives the message, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const visitor = await newVisitor(browser, service, javaScriptEnabled)
    const form = await visitor.newPage()
    const faults = watchFaults(form)
    const email = freshEmail()
    const subject = `<b>Question</b> from ${email}`
    const message = 'First line.\n\n<script>alert(1)</script> last line.'
    await form.goto('/auth/login')
    await form.getByRole('link', { name: en.shell.contact }).click()
    await expect(form).toHaveURL('/contact')
    // Valid for a browser but not for the service.
    await write(form, { name: 'Ada', email: 'ada@nowhere', subject, message })
    await expect(form.getByText(en.forms.fieldErrors.invalid_email)).toBeVisible()
    await expect(form.getByLabel(texts.form.name)).toHaveValue('Ada')
    await expect(form.getByLabel(texts.form.message)).toHaveValue(message)
    await form.getByLabel(texts.form.email).fill(email)
    await form.getByRole('button', { name: texts.form.submit }).click()
    await expect(form.getByText(texts.sent.heading)).toBeVisible()
    await expect(form.getByText(formatMessage(texts.sent.leadFor, { email }))).toBeVisible()
    await visitor.close()

    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const page = await context.newPage()
    const readerFaults = watchFaults(page)
    await page.goto(PATH)
    await page.getByRole('link', { name: subject }).click()
    const drawer = page.getByRole('dialog', { name: subject })
    await expect(drawer.getByText(email, { exact: true })).toBeVisible()
    await expect(drawer.getByRole('group', { name: texts.detail.message })).toHaveText(message)
    await drawer.getByRole('button', { name: texts.detail.actions.archived }).click()
    await expect(drawer.getByText(texts.detail.done.contact_archived)).toBeVisible()
    await expect(drawer.getByText(ADMIN.email)).toBeVisible()
    await expect(drawer.getByRole('button', { name: texts.detail.actions.archived })).toHaveCount(0)
    // With JavaScript it gets the focus and handles the key.
    if (javaScriptEnabled) await expect(drawer).toBeFocused()
    if (javaScriptEnabled) await page.keyboard.press('Escape')
    else await drawer.getByRole('link', { name: texts.detail.close }).click()
    await expect(drawer).toHaveCount(0)
    const tabs = page.getByRole('navigation', { name: texts.filterLabel })
    await tabs.getByRole('link', { name: texts.statuses.new }).click()
    await expect(page.getByText(texts.noMatch.new.title)).toBeVisible()
    await tabs.getByRole('link', { name: texts.statuses.archived }).click()
    await expect(page).toHaveURL(`${PATH}?status=archived`)
    await page.getByRole('link', { name: subject }).click()
    const { remove } = texts.detail
    await drawer.getByRole('button', { name: remove.action }).click()
    const question = page.getByRole('dialog', { name: remove.title })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: remove.action }).click()
    await expect(page.getByText(remove.done)).toBeVisible()
    await expect(page).toHaveURL(`${PATH}?status=archived`)
    await expect(page.getByRole('link', { name: subject })).toHaveCount(0)
    expect([...faults, ...readerFaults]).toEqual([])
    await context.close()
  })

test('without JavaScript the browser blocks invalid input, so that a long text is not lost', async ({
  browser,
  service,
}) => {
  const context = await newVisitor(browser, service, false)
  const page = await context.newPage()
  await page.goto('/contact')
  const message = 'x'.repeat(4000)
  await write(page, { name: '', email: 'ada@example.com', subject: 'Hi', message })
  await expect(page.getByLabel(texts.form.message)).toHaveValue(message)
  await page.getByLabel(texts.form.name).fill('Ada')
  await page.getByRole('button', { name: texts.form.submit }).click()
  await expect(page.getByText(texts.sent.heading)).toBeVisible()
  await context.close()
})

test('without the permission a user sees no messages and cannot change them', async ({
  page,
  signedIn: _,
  service,
}) => {
  expect((await page.goto(PATH))?.status()).toBe(403)
  await expect(page.getByText('contacts:list')).toBeVisible()
  const answer = await page.request.post(service.url + PATH, {
    multipart: { contact_id: '019335e0-0000-7000-8000-00000000000a', status: 'read' },
    headers: { origin: service.url },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(403)
})

test('the messages are accessible in both themes and fit a phone', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const sent = await fetch(`${service.url}/api/v1/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'N'.repeat(100),
      email: `${'e'.repeat(60)}@example.com`,
      subject: 'S'.repeat(150),
      message: 'm'.repeat(4000),
    }),
  })
  expect(sent.status).toBe(202)
  await page.goto(PATH)
  const message = await page.getByRole('table').getByRole('link').first().getAttribute('href')
  for (const path of [PATH, message!, `${PATH}?status=read`, `${PATH}?message=x`, '/contact'])
    await look(page, path)
})

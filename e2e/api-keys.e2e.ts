import type { Page } from '@playwright/test'
import { ADMIN, ADMIN_MODES } from '@/e2e/administrator'
import { expect, newVisitor, PASSWORD, signIn, test, watchFaults } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { expectSound, look } from '@/e2e/sound'
import { stage } from '@/e2e/user-detail-stage'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'

const texts = en.apiKeys
const OWN = '/dashboard/account/api-keys'
const CREATE = '/dashboard/users/service-account'

async function call(service: Service, path: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  return (await fetch(`${service.url}/api/v1${path}`, { headers })).status
}

/** Fills in the form, which is open while there are no keys, and reads the key that is shown. */
async function createKey(page: Page, name: string, permission?: string): Promise<string> {
  await page.getByLabel(en.forms.name, { exact: true }).fill(name)
  if (permission) await page.getByRole('checkbox', { name: permission }).check()
  await page.getByRole('button', { name: texts.create.submit }).last().click()
  const field = page.getByRole('textbox', { name: formatMessage(texts.shown.label, { name }) })
  await expect(field).toHaveValue(/^ghk_/)
  return field.inputValue()
}

for (const javaScriptEnabled of ADMIN_MODES)
  test(`an administrator creates a service account and its key, which works until it is revoked, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    await stage(service)
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await signIn(context, service, ADMIN)
    const page = await context.newPage()
    const faults = watchFaults(page)
    await page.goto('/dashboard/users')
    await page.getByRole('link', { name: en.users.createService }).click()
    await expect(page).toHaveURL(CREATE)
    await page.getByLabel(en.forms.name, { exact: true }).fill('Billing exporter')
    await page.getByRole('checkbox', { name: 'Reader' }).check()
    await page.getByRole('button', { name: en.users.serviceAccount.submit }).click()
    await expect(page.getByText('Service account Billing exporter created.')).toBeVisible()
    await expect(page.getByText(en.users.service, { exact: true })).toBeVisible()
    const id = new URL(page.url()).pathname.split('/').at(-1)!

    await page.getByRole('link', { name: texts.card.manage }).click()
    await expect(page.getByText(texts.noneTitle)).toBeVisible()
    const key = await createKey(page, 'Nightly export', 'users:read')
    expect(await call(service, `/users/${id}`, key)).toBe(200)
    expect(await call(service, '/users', key)).toBe(403)
    // The key is shown until the administrator confirms having it.
    await page.reload()
    await expect(page.getByText(texts.shown.use)).toBeVisible()
    await page.getByRole('button', { name: texts.shown.seen }).click()
    await expect(page.getByText(texts.shown.use)).toBeHidden()
    expect(await page.content()).not.toContain(key)

    await page.getByRole('button', { name: 'Revoke API key: Nightly export' }).click()
    await page.getByRole('dialog').getByRole('button', { name: texts.revoke.submit }).click()
    await expect(page.getByText(texts.revoke.done)).toBeVisible()
    await expect(page.getByText(texts.noneTitle)).toBeVisible()
    expect(await call(service, `/users/${id}`, key)).toBe(401)
    expect(faults).toEqual([])
    await context.close()
  })

test('someone creates a key of their own, and an administrator sees and revokes it', async ({
  browser,
  context,
  page,
  service,
  signedIn,
}) => {
  const admin = await stage(service)
  expect(signedIn.password).toBe(PASSWORD)
  await look(page, OWN)
  const key = await createKey(page, 'Watch script')
  await expectSound(page)
  expect(await call(service, '/auth/permissions', key)).toBe(200)
  await page.getByRole('button', { name: texts.shown.seen }).click()
  await expect(page.getByText(texts.shown.use)).toBeHidden()
  await expect(page.getByText('Watch script', { exact: true })).toBeVisible()
  await context.close()

  const { data } = await admin.call<{ data: { id: string }[] }>(
    'GET',
    `/users?query=${encodeURIComponent(signedIn.email)}`,
  )
  const other = await newVisitor(browser, service)
  await signIn(other, service, ADMIN)
  const view = await other.newPage()
  await view.goto(`/dashboard/users/${data[0]!.id}`)
  await view.getByRole('link', { name: texts.card.manage }).click()
  await expect(view.getByText(texts.leadPerson)).toBeVisible()
  await expect(view.getByText(texts.create.title)).toBeHidden()
  await view.getByRole('button', { name: 'Revoke API key: Watch script' }).click()
  await view.getByRole('dialog').getByRole('button', { name: texts.revoke.submit }).click()
  await expect(view.getByText(texts.revoke.done)).toBeVisible()
  expect(await call(service, '/auth/permissions', key)).toBe(401)
  await other.close()
})

test('the page of an administrator leads to the keys they created for service accounts', async ({
  context,
  page,
  service,
}) => {
  const admin = await stage(service)
  await signIn(context, service, ADMIN)
  const account = { kind: 'service', name: 'Report sender' }
  const { id } = await admin.call<{ id: string }>('POST', '/users', account)
  const expires = new Date(Date.now() + 86_400_000).toISOString()
  const key = { name: 'Sender', user_id: id, permissions: [], expires_at: expires }
  await admin.call('POST', '/api-keys', key)
  const { user_id: creator } = await admin.call<{ user_id: string }>('GET', '/auth/permissions')
  await look(page, `/dashboard/users/${creator}`)
  await expect(page.getByText(texts.created.lead)).toBeVisible()
  await page.getByRole('link', { name: 'Report sender' }).click()
  await expect(page).toHaveURL(`/dashboard/users/${id}/api-keys`)
})

test('the pages are accessible and fit a phone', async ({ context, page, service }) => {
  const admin = await stage(service)
  await signIn(context, service, ADMIN)
  const body = { kind: 'service', name: 'Backup job' }
  const { id } = await admin.call<{ id: string }>('POST', '/users', body)
  for (const path of [CREATE, `/dashboard/users/${id}`, `/dashboard/users/${id}/api-keys`, OWN])
    await look(page, path)
})

import type { Page } from '@playwright/test'
import { asAdmin, callAsAdmin, makeAccount } from '@/e2e/administrator'
import { expect, hydrated, type Person, signIn, test } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'

const said = (page: Page, text: string) => page.locator('[data-toasts]').getByText(text)
const rows = (page: Page) => page.locator('tbody').getByRole('row')

/** Signs in over the API, which adds a message about a new device to the inbox. */
async function tokenOf(service: Service, { email, password }: Person): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Firefox/145.0' },
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { access_token: string }).access_token
}

/** The menu of a new user in the list of active users, and its dialog that ends the sessions. */
async function menuOfNewUser(page: Page, service: Service) {
  const { userActions: acts, users: texts } = en
  const user = await makeAccount(service, ['user'])
  const show = async () => {
    await page.goto('/dashboard/users?status=active')
    await hydrated(page)
  }
  await show()
  const row = rows(page).filter({ hasText: user.email })
  const dialog = page.getByRole('dialog')
  const menu = formatMessage(texts.menu, { person: user.email })
  const done = formatMessage(acts.end_sessions.done, { person: user.email })
  return {
    user,
    row,
    dialog,
    show,
    open: async () => {
      await row.getByRole('button', { name: menu }).click()
      await row.getByRole('button', { name: acts.end_sessions.submit }).click()
    },
    press: () => dialog.getByRole('button', { name: acts.end_sessions.submit }).click(),
    saysDone: () => expect(said(page, done)).toBeVisible(),
  }
}

test('after a session was ended, the focus is on the row in its place, even if it is the current session', async ({
  page,
  service,
  signedIn,
}) => {
  const texts = en.account.sessions
  for (let n = 0; n < 2; n++) await tokenOf(service, signedIn)
  await page.goto('/dashboard/account/sessions')
  await hydrated(page)
  await expect(rows(page)).toHaveCount(3)
  const own = rows(page).filter({ hasText: texts.current })
  await expect(rows(page).nth(2).and(own)).toBeVisible()
  await rows(page).nth(1).getByRole('button').press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: texts.revoke }).press('Enter')
  await expect(said(page, texts.revoked)).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(own).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(rows(page).first().getByRole('button')).toBeFocused()
})

test('a button shows that it waits until the list is up to date, and takes no second press', async ({
  page,
  service,
  signedIn,
}) => {
  const texts = en.inbox
  await tokenOf(service, signedIn)
  await page.goto('/dashboard/inbox')
  await hydrated(page)
  const item = page.getByRole('list', { name: texts.title }).getByRole('listitem').first()
  const read = item.getByRole('button').filter({ hasText: texts.markRead })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/dashboard/inbox?_rsc=*', async (route) => {
    await held
    await route.fallback()
  })
  await read.press('Enter')
  await expect(said(page, texts.itemRead)).toBeVisible()
  await expect(read).toHaveAttribute('aria-disabled', 'true')
  release()
  await expect(read).toBeHidden()
  await expect(item).toBeFocused()
})

test('after the last key of a later page was revoked, the keys of the first page appear', async ({
  page,
  service,
  signedIn,
}) => {
  const texts = en.apiKeys
  const headers = {
    authorization: `Bearer ${await tokenOf(service, signedIn)}`,
    'content-type': 'application/json',
  }
  const keys = `${service.url}/api/v1/api-keys`
  const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  for (const name of ['Older key', 'Newer key']) {
    const body = JSON.stringify({ name, permissions: [], expires_at: expiresAt })
    expect((await fetch(keys, { method: 'POST', headers, body })).status).toBe(201)
  }
  const listed = (await (await fetch(`${keys}?limit=1`, { headers })).json()) as {
    page: { next_cursor: string }
  }
  await page.goto(`/dashboard/account/api-keys?cursor=${listed.page.next_cursor}`)
  await hydrated(page)
  await expect(rows(page)).toHaveText([/Older key/])
  await expect(page.getByRole('link', { name: texts.pager.first })).toBeVisible()
  await rows(page).getByRole('button', { name: 'Older key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.revoke.submit }).click()
  await expect(said(page, texts.revoke.done)).toBeVisible()
  await expect(rows(page)).toHaveText([/Newer key/])
  await expect(page.getByRole('link', { name: texts.pager.first })).toBeHidden()
})

test.describe('for administrators', () => {
  test.use({ ownService: 'administrator' })

  test('after the last file of a later page was deleted, the files of the first page appear', async ({
    context,
    page,
    service,
  }) => {
    const texts = en.uploads
    const admin = await makeAccount(service, ['user', 'admin'])
    await signIn(context, service, admin)
    const token = await tokenOf(service, admin)
    for (let n = 0; n < 26; n++) {
      const form = new FormData()
      form.append('file', new Blob(['hello'], { type: 'text/plain' }), `${n}.txt`)
      const answer = await fetch(`${service.url}/api/v1/uploads`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form,
      })
      expect(answer.status).toBe(201)
    }
    await page.goto('/dashboard/uploads')
    await page.getByRole('link', { name: texts.older }).click()
    await expect(rows(page)).toHaveCount(1)
    await hydrated(page)
    await rows(page).getByRole('button', { name: texts.delete }).click()
    await page.getByRole('dialog').getByRole('button', { name: texts.delete }).click()
    await expect(said(page, texts.deleted)).toBeVisible()
    await expect(rows(page)).toHaveCount(25)
    await expect(page.getByRole('link', { name: texts.newest })).toBeHidden()
  })

  test('an empty list says the same after any place in it', async ({ context, page, service }) => {
    const texts = en.registrations
    await asAdmin(context, service)
    await page.goto('/dashboard/users/registrations?cursor=x')
    await expect(page.getByText(texts.emptyTitle)).toBeVisible()
    await expect(page.getByRole('link', { name: texts.settings })).toBeVisible()
    await expect(page.getByRole('link', { name: texts.first })).toBeHidden()
  })

  test('the menu of a row submits nothing until the list is up to date', async ({
    context,
    page,
    service,
  }) => {
    await asAdmin(context, service)
    const { row, open, press, saysDone } = await menuOfNewUser(page, service)
    const endSessions = async () => {
      await open()
      await press()
    }
    let posts = 0
    page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0))
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(/\/dashboard\/users\?.*_rsc=/, async (route) => {
      await held
      await route.fallback()
    })
    await endSessions()
    await saysDone()
    await endSessions()
    expect(posts).toBe(1)
    release()
    await expect(row.locator('form[aria-busy=true]')).toHaveCount(0)
    await press()
    await expect.poll(() => posts).toBe(2)
  })

  test('the menu of a row forgets a refusal after a success, and does not move the focus later', async ({
    context,
    page,
    service,
  }) => {
    await asAdmin(context, service)
    const { user, row, dialog, show, open, press, saysDone } = await menuOfNewUser(page, service)
    await open()
    await context.setOffline(true)
    await press()
    await expect(dialog.getByText(en.forms.networkFault)).toBeVisible()
    await context.setOffline(false)
    await press()
    await saysDone()
    await open()
    await expect(dialog.getByText(en.userActions.end_sessions.text)).toBeVisible()
    await expect(dialog.getByText(en.forms.networkFault)).toBeHidden()

    await show()
    await open()
    await press()
    await saysDone()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await callAsAdmin(service, 'POST', `/users/${user.id}/deactivate`)
    await expect(row).toHaveCount(0)
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })
})

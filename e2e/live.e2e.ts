import type { Browser, BrowserContext, Page, WebSocket } from '@playwright/test'
import { ADMIN, asAdmin, callAsAdmin, giveRoles } from '@/e2e/administrator'
import {
  expect,
  makePerson,
  newVisitor,
  type Person,
  signIn,
  test,
  watchFaults,
} from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { en } from '@/lib/i18n/en'
import { formatCount, formatMessage } from '@/lib/i18n/format'

const USERS = '/dashboard/users'
const CONTACTS = '/dashboard/contacts'
const SESSIONS = '/dashboard/account/sessions'
const { auth, users, userActions, userDetail, shell, live, inbox, contacts, pages, account } = en
const { toast: toastTexts } = en.notifications

test.use({ ownService: 'live' })

const idOf = async (service: Service, { email }: Person) => {
  const path = `/users?query=${encodeURIComponent(email)}`
  return (await callAsAdmin<{ data: { id: string }[] }>(service, 'GET', path)).data[0]!.id
}
const give = (service: Service, person: Person, ...roles: string[]) =>
  giveRoles(service, person, ['user', ...roles])

/** A user with a role of these permissions. */
async function holder(service: Service, role: string, ...permissions: string[]): Promise<Person> {
  const person = await makePerson(service)
  await callAsAdmin(service, 'POST', '/rbac/roles', { name: role, permissions })
  await give(service, person, role)
  return person
}

/** Another browser with a signed-in user, on a page whose live connections are open. */
async function openAs(
  browser: Browser,
  service: Service,
  person: Person,
  path: string,
): Promise<Page> {
  const context = await newVisitor(browser, service)
  await (person === ADMIN ? asAdmin(context, service) : signIn(context, service, person))
  return open(context, path)
}
async function open(
  context: BrowserContext,
  path: string,
  onSocket: (socket: WebSocket) => void = () => {},
): Promise<Page> {
  const page = await context.newPage()
  page.on('websocket', onSocket)
  // Socket.IO's "connected" packet, and the first inbox message.
  const connected = [heard(page, '/webui/ws', '40'), heard(page, '/api/v1/ws', 'inbox.updated')]
  await page.goto(path)
  await Promise.all(connected)
  await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }))
  return page
}
async function heard(page: Page, path: string, word: string): Promise<void> {
  const socket = await page.waitForEvent('websocket', (opened) => opened.url().includes(path))
  await socket.waitForEvent('framereceived', ({ payload }) => payload.toString().includes(word))
}
const isSamePage = (page: Page) => page.evaluate(() => 'stillTheSamePage' in window)
const navigation = (page: Page) => page.getByRole('navigation', { name: shell.navigation })
const rowOf = (page: Page, { email }: Person) => page.getByRole('row', { name: email })

test("one administrator's change to a user appears on another's open list, which keeps what is typed", async ({
  browser,
  service,
}) => {
  const reception = await holder(service, 'Reception', 'users:list', 'users:read')
  const person = await makePerson(service)
  const list = await openAs(browser, service, reception, `${USERS}?query=${person.email}`)
  const faults = watchFaults(list)
  const page = await openAs(browser, service, ADMIN, `${USERS}?query=${person.email}`)
  await expect(rowOf(list, person)).toContainText(users.statuses.active)

  await page
    .getByRole('button', { name: formatMessage(users.menu, { person: person.email }) })
    .click()
  const { submit, title } = userActions.deactivate
  await page
    .getByRole('button', { name: submit, exact: true })
    .and(page.locator(':visible'))
    .click()
  const question = page.getByRole('dialog', {
    name: formatMessage(title, { person: person.email }),
  })
  await question.getByRole('button', { name: submit, exact: true }).click()
  await expect(rowOf(list, person)).toContainText(users.statuses.deactivated)

  const id = await idOf(service, person)
  const filter = list.getByLabel(users.filters.query, { exact: true })
  const beginning = person.email.slice(0, -5)
  await filter.fill(beginning)
  await callAsAdmin(service, 'POST', `/users/${id}/activate`)
  await filter.blur()
  await expect(rowOf(list, person)).toContainText(users.statuses.active)
  await expect(filter).toHaveValue(beginning)
  expect(await isSamePage(list)).toBe(true)
  expect(faults).toEqual([])
  await Promise.all([list.context().close(), page.context().close()])
})

test('a page defers its updates until typing ends', async ({ context, service }) => {
  const person = await makePerson(service)
  await asAdmin(context, service)
  const patched: string[] = []
  const page = await open(context, `${USERS}/${await idOf(service, person)}`, (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes('ui.patch')) patched.push(payload.toString())
    }),
  )
  await page.locator('summary', { hasText: userDetail.email.change }).click()
  const field = page.getByLabel(userDetail.email.label, { exact: true })
  await field.fill('new@example.com')
  const deactivated = page.getByText(users.statuses.deactivated, { exact: true })
  patched.length = 0
  await callAsAdmin(service, 'POST', `/users/${await idOf(service, person)}/deactivate`)
  await expect.poll(() => patched.length).toBeGreaterThan(0)
  // Without typing, the page would have been refreshed by now.
  await page.waitForTimeout(2000)
  await expect(deactivated).toHaveCount(0)
  await expect(field).toHaveValue('new@example.com')
  await field.fill('')
  await expect(deactivated.first()).toBeVisible()
  expect(await isSamePage(page)).toBe(true)
})

test('a page defers its updates while a role has unsaved changes', async ({ context, service }) => {
  const { id } = await callAsAdmin<{ id: string }>(service, 'POST', '/rbac/roles', {
    name: 'Observed',
    permissions: [],
  })
  await asAdmin(context, service)
  let patches = 0
  const page = await open(context, `/dashboard/rbac/roles/${id}`, (socket) =>
    socket.on('framereceived', ({ payload }) => (patches += Number(payload.includes('ui.patch')))),
  )
  const box = page.getByLabel('audit:list', { exact: true })
  await box.check()
  await box.blur()
  patches = 0
  await callAsAdmin(service, 'PATCH', `/rbac/roles/${id}`, { description: 'For auditors' })
  await expect.poll(() => patches).toBeGreaterThan(0)
  // Without the unsaved change, the page would have been refreshed by now.
  await page.waitForTimeout(2500)
  const description = page.getByLabel(en.roles.fields.description)
  await expect(description).toHaveValue('')
  await expect(box).toBeChecked()
  await box.uncheck()
  await expect(description).toHaveValue('For auditors')
  expect(await isSamePage(page)).toBe(true)
})

test('a page disappears with its permission and returns with it, without signing out', async ({
  browser,
  service,
}) => {
  const person = await holder(service, 'Lists', 'users:list')
  const page = await openAs(browser, service, person, USERS)
  const home = await open(page.context(), '/dashboard')
  const entry = users.title
  await expect(navigation(page).getByText(entry)).toBeVisible()
  await give(service, person)
  const lost = formatMessage(live.lost, { pages: entry })
  await expect(page.getByRole('heading', { name: pages.forbidden.heading })).toBeVisible()
  await expect(page).toHaveURL(USERS)
  for (const tab of [page, home]) {
    await expect(tab.getByRole('alert').filter({ hasText: lost })).toBeVisible()
    await expect(navigation(tab).getByText(entry)).toHaveCount(0)
    await expect(navigation(tab).getByText(en.home.title)).toBeVisible()
  }
  expect(await isSamePage(home)).toBe(true)

  await give(service, person, 'Lists')
  const gained = formatMessage(live.gained, { pages: entry })
  await expect(page.getByRole('heading', { name: users.title })).toBeVisible()
  for (const tab of [page, home]) {
    await expect(tab.getByRole('status').filter({ hasText: gained })).toBeVisible()
    await expect(navigation(tab).getByText(entry)).toBeVisible()
  }
  const toast = home.getByText(lost)
  const dismiss = home.getByRole('button', { name: live.dismiss })
  await dismiss.first().press('Enter')
  await expect(toast).toHaveCount(0)
  await expect(dismiss).toBeFocused()
  await dismiss.press('Enter')
  await expect(dismiss).toHaveCount(0)
  await expect(home.locator('#content')).toBeFocused()
  expect(await isSamePage(home)).toBe(true)
  await page.context().close()
})

test('sessions appear and disappear on the open session page, and a browser whose session ended goes to sign-in', async ({
  browser,
  service,
}) => {
  const person = await makePerson(service)
  const page = await openAs(browser, service, person, SESSIONS)
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(2)
  const other = await openAs(browser, service, person, '/dashboard')
  await expect(rows).toHaveCount(3)
  expect(await isSamePage(page)).toBe(true)

  const leaving = await other.context().newPage()
  await leaving.goto('/auth/logout')
  await leaving.getByRole('main').getByRole('button', { name: auth.logout.submit }).click()
  await expect(rows).toHaveCount(2)
  expect(await isSamePage(page)).toBe(true)
  await expect(other).toHaveURL(/\/auth\/login/)

  const third = await openAs(browser, service, person, SESSIONS)
  await page.reload()
  await page.getByRole('button', { name: account.sessions.others }).click()
  await page
    .getByRole('dialog', { name: account.sessions.othersTitle })
    .getByRole('button', { name: account.sessions.others })
    .click()
  await expect(page.getByText(formatCount(account.sessions.othersDone, 1, 'en'))).toBeVisible()
  await expect(third).toHaveURL('/auth/login?next=%2Fdashboard%2Faccount%2Fsessions')
  await Promise.all([page, other, third].map((tab) => tab.context().close()))
})

test('a contact message appears for everyone who may read it, at the bell and on the open page', async ({
  browser,
  service,
}) => {
  const reader = await holder(service, 'Post', 'contacts:list')
  const list = await openAs(browser, service, reader, CONTACTS)
  const page = await openAs(browser, service, ADMIN, '/dashboard')
  await expect(list.getByText(contacts.emptyTitle)).toBeVisible()
  const letter = {
    name: 'Ada',
    email: 'ada@example.com',
    subject: 'A question',
    message: 'How are you?',
  }
  const answer = await fetch(`${service.url}/api/v1/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(letter),
  })
  expect(answer.ok).toBe(true)
  await expect(list.getByRole('link', { name: letter.subject })).toBeVisible()
  const name = `${inbox.title}, ${formatCount(inbox.unreadCount, 1, 'en')}`
  await expect(list.getByRole('banner').getByRole('link', { name })).toBeVisible()
  await expect(
    page.getByRole('banner').getByRole('link', { name: new RegExp(`^${inbox.title},`) }),
  ).toBeVisible()
  expect(await isSamePage(list)).toBe(true)
  await Promise.all([list.context().close(), page.context().close()])
})

test('the sender of a notification is told at its end how many users it reached, on whatever page is open', async ({
  browser,
  service,
}) => {
  const page = await openAs(browser, service, ADMIN, '/dashboard')
  const letter = { title: 'Maintenance on Sunday', body: 'From 8 to 9.' }
  const asked = { to: { role: 'admin' }, channels: ['inbox'], ...letter }
  const { batch_id } = await callAsAdmin<{ batch_id: string }>(
    service,
    'POST',
    '/notifications',
    asked,
  )
  const toast = page.getByRole('status').filter({ hasText: formatMessage(toastTexts.sent, letter) })
  await expect(toast).toContainText(formatMessage(toastTexts.reached, { delivered: 1, total: 1 }))
  await toast.getByRole('link', { name: toastTexts.open }).press('Enter')
  await expect(page).toHaveURL(`/dashboard/notifications/${batch_id}`)
  await expect(page.locator('#content')).toBeFocused()
  expect(await isSamePage(page)).toBe(true)
  await page.context().close()
})

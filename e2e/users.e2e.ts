import type { Page } from '@playwright/test'
import { ADMIN, ADMIN_MODES, asAdmin, callAsAdmin, giveRoles } from '@/e2e/administrator'
import {
  expect,
  hydrated,
  makePerson,
  newVisitor,
  openWithoutScripts,
  type Person,
  signIn,
  test,
  watchFaults,
} from '@/e2e/fixtures'
import { expectSound, look } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'
import { formDataOf } from '@/tests/kit/page-form'

const PATH = '/dashboard/users'
const texts = en.users
const acts = en.userActions

test.use({ ownService: 'users' })

/** Opens the menu of a user's row. */
async function openMenu(page: Page, email: string): Promise<void> {
  await page
    .getByRole('button', { name: formatMessage(texts.menu, { person: email }), exact: true })
    .click()
}

/** Performs an action of a row's menu, through its dialog. */
async function act(page: Page, email: string, name: keyof typeof acts): Promise<void> {
  const { submit, title, done } = acts[name]
  await openMenu(page, email)
  await page
    .getByRole('button', { name: submit, exact: true })
    .and(page.locator(':visible'))
    .click()
  const question = page.getByRole('dialog', { name: formatMessage(title, { person: email }) })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: submit, exact: true }).click()
  await expect(page.getByText(formatMessage(done, { person: email }))).toBeVisible()
}

for (const javaScriptEnabled of ADMIN_MODES) {
  const how = javaScriptEnabled ? 'with' : 'without'

  test(`an administrator finds a user and manages the account, ${how} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const person = await makePerson(service)
    await makePerson(service)
    const page = await context.newPage()
    const faults = watchFaults(page)
    await page.goto('/dashboard')
    const navigation = page.getByRole('navigation', { name: en.shell.navigation })
    await navigation.getByText(en.users.title).click()
    await expect(page).toHaveURL(PATH)
    await expect(navigation.getByText(en.users.title)).toHaveAttribute('aria-current', 'page')
    const heading = page.getByRole('columnheader', { name: texts.columns.user, exact: true })
    await heading.getByRole('link').click()
    await expect(page).toHaveURL(/sort=name/)
    await expect(heading).toHaveAttribute('aria-sort', 'ascending')
    await heading.getByRole('link').click()
    await expect(heading).toHaveAttribute('aria-sort', 'descending')
    const apply = () =>
      javaScriptEnabled
        ? Promise.resolve()
        : page.getByRole('button', { name: texts.filters.apply }).click()
    await page
      .getByLabel(texts.filters.query, { exact: true })
      .fill(person.email.slice(2, 16).toUpperCase())
    await apply()
    await expect(page).toHaveURL(/sort=-name/)
    await expect(page.getByRole('row')).toHaveCount(2)
    const row = page.getByRole('row', { name: person.email })
    await act(page, person.email, 'deactivate')
    if (javaScriptEnabled) await expect(page.locator('[data-toasts]')).toContainText(person.email)
    await expect(row).toContainText(texts.statuses.deactivated)
    await expect(page).toHaveURL(/sort=-name/)
    expect((await service.api('login', person)).status).toBe(401)
    await act(page, person.email, 'activate')
    expect((await service.api('login', person)).status).toBe(200)
    await act(page, person.email, 'end_sessions')
    await act(page, person.email, 'delete')
    await expect(row).toContainText(texts.statuses.deleted)
    await act(page, person.email, 'restore')
    await expect(row).toContainText(texts.statuses.active)
    await page.getByLabel(texts.filters.status, { exact: true }).selectOption('pending')
    await apply()
    await expect(page.getByText(texts.noMatchTitle)).toBeVisible()
    await page.getByRole('link', { name: texts.filters.clear }).first().click()
    await expect(page.getByText(texts.noMatchTitle)).toHaveCount(0)
    await page.getByLabel(texts.filters.role, { exact: true }).selectOption('admin')
    await apply()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row', { name: ADMIN.email })).toContainText(texts.you)
    expect(faults).toEqual([])
    await context.close()
  })
}

test("a filter chosen before the page's script ran is applied when it runs", async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const runScripts = await openWithoutScripts(page, PATH)
  await page.getByLabel(texts.filters.status, { exact: true }).selectOption('pending')
  runScripts()
  await expect(page).toHaveURL(/status=pending/)
})

test("a bulk action chosen for all users before the page's script ran is reviewed", async ({
  context,
  page,
  service,
}) => {
  const { bar } = en.bulkActions
  await asAdmin(context, service)
  const { email } = await makePerson(service)
  const runScripts = await openWithoutScripts(page, PATH)
  const bulk = page.getByRole('form', { name: bar.label })
  await expect(bulk).toHaveCount(0)
  await page.getByLabel(formatMessage(bar.select, { person: email })).check()
  await bulk.getByLabel(bar.scope).selectOption('all')
  await bulk.getByLabel(bar.kind).selectOption('deactivate')
  runScripts()
  // Shown only when the script runs.
  await expect(page.getByLabel(bar.selectAll)).toBeVisible()
  await bulk.getByRole('button', { name: bar.review }).click()
  await expect(page).toHaveURL(/bulk/)
})

test('a bulk action from a page of an earlier version is refused with the reason', async ({
  context,
  page,
  service,
}) => {
  const { bar } = en.bulkActions
  await asAdmin(context, service)
  const { email } = await makePerson(service)
  await page.goto(PATH)
  await hydrated(page)
  await page.getByLabel(formatMessage(bar.select, { person: email })).check()
  const bulk = page.getByRole('form', { name: bar.label })
  await bulk.getByLabel(bar.scope).selectOption('all')
  await bulk.getByLabel(bar.kind).selectOption('deactivate')
  await page.locator('[name=user_ids]').evaluateAll((fields: HTMLInputElement[]) => {
    for (const field of fields) field.disabled = true
  })
  await bulk.getByRole('button', { name: bar.review }).click()
  await expect(bulk.getByText(en.forms.fieldErrors.outdated)).toBeVisible()
})

for (const javaScriptEnabled of [true, false])
  test(`an administrator previews a bulk action before running it, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const people: Person[] = []
    while (people.length < 3) people.push(await makePerson(service))
    const page = await context.newPage()
    const faults = watchFaults(page)
    const bulk = en.bulkActions
    const tick = (person: string) =>
      page.getByLabel(formatMessage(bulk.bar.select, { person })).check()
    await page.goto(PATH)
    await expect(
      page.getByLabel(formatMessage(bulk.bar.select, { person: ADMIN.email })),
    ).toHaveCount(0)
    for (const { email } of people.slice(0, 2)) await tick(email)
    await page.getByLabel(bulk.bar.kind, { exact: true }).selectOption('deactivate')
    await page.getByRole('button', { name: bulk.bar.review }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deactivate 2 users?')
    await expect(page.getByText(bulk.consequences.deactivate)).toBeVisible()
    for (const person of people) expect((await service.api('login', person)).status).toBe(200)
    if (javaScriptEnabled) await expectSound(page)
    await page.getByRole('button', { name: 'Deactivate 2 users' }).click()
    await expect(page.getByText('2 of 2 users')).toBeVisible()
    await expect(page.getByText('Finished. Users processed: 2.')).toBeVisible()
    for (const [index, person] of people.entries())
      expect((await service.api('login', person)).status).toBe(index < 2 ? 401 : 200)
    if (javaScriptEnabled) await expectSound(page)
    await page.goto(`${PATH}/bulk`)
    await expect(page.getByRole('link', { name: 'Deactivate 2 users' }).first()).toBeVisible()
    if (javaScriptEnabled) await expectSound(page)
    expect(faults).toEqual([])
    await context.close()
  })

test('without a permission its actions are not offered, and a forged form does nothing', async ({
  browser,
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const [support, person] = [await makePerson(service), await makePerson(service)]
  await callAsAdmin(service, 'POST', '/rbac/roles', {
    name: 'Reception',
    permissions: ['users:list', 'users:activate'],
  })
  await giveRoles(service, support, ['user', 'Reception'])
  await page.goto(`${PATH}?query=${person.email}`)
  const personId = await idOf(page, person.email)
  const theirs = await newVisitor(browser, service)
  await signIn(theirs, service, support)
  const desk = await theirs.newPage()
  await desk.goto(`${PATH}?query=${person.email}`)
  await openMenu(desk, person.email)
  const offered = desk.getByRole('group', {
    name: formatMessage(texts.menu, { person: person.email }),
  })
  await expect(offered.getByText(acts.deactivate.submit)).toBeVisible()
  for (const word of [texts.open, acts.delete.submit])
    await expect(offered.getByText(word)).toHaveCount(0)
  await desk.goto(`${PATH}?query=${ADMIN.email}`)
  await openMenu(desk, ADMIN.email)
  await expect(desk.getByText(texts.outranking)).toBeVisible()
  // The form of a page that offers it, with other values.
  const offering = await context.request.get(`${service.url}${PATH}?query=${person.email}`)
  const html = await offering.text()
  const forge = (intent: string, user: string) => {
    const form = formDataOf(html, { intent, user_id: personId })!
    form.set('user_id', user)
    return theirs.request.post(`${service.url}${PATH}?query=${ADMIN.email}`, {
      multipart: form,
      headers: { origin: service.url },
      maxRedirects: 0,
    })
  }
  expect((await forge('delete', personId)).status()).toBe(403)
  expect((await service.api('login', person)).status).toBe(200)
  await page.goto(`${PATH}?query=${ADMIN.email}`)
  const adminId = await idOf(page, ADMIN.email)
  const refused = await forge('deactivate', adminId)
  expect(refused.status()).toBe(403)
  expect(await refused.text()).toContain(texts.refusals.privilege_escalation)
  await desk.goto(`${PATH}/invite`)
  await expect(desk.getByText(texts.invitation.rolesFixed)).toBeVisible()
  await expect(desk.getByRole('checkbox')).toHaveCount(0)
  await theirs.close()
})

test('without users:list a user sees neither the page nor its navigation entry', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByText(en.users.title, { exact: true })).toHaveCount(0)
  for (const [path, permission] of [
    [PATH, 'users:list'],
    [`${PATH}/invite`, 'users:activate'],
  ] as const) {
    expect((await page.goto(path))?.status()).toBe(403)
    await expect(page.getByText(permission)).toBeVisible()
  }
})

test('the list, its menu, its dialogs and the invitation are accessible in both themes and fit a phone', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const { email } = await makePerson(service)
  const faults = watchFaults(page)
  for (const path of [`${PATH}?query=nobody`, `${PATH}/invite`]) await look(page, path)
  await page.goto(PATH)
  await openMenu(page, email)
  await expectSound(page)
  await page.getByRole('button', { name: acts.delete.submit }).and(page.locator(':visible')).click()
  await expectSound(page)
  expect(faults).toEqual([])
})

test('each column has a name without JavaScript, too', async ({ browser, service }) => {
  const context = await newVisitor(browser, service, false)
  await asAdmin(context, service)
  const page = await context.newPage()
  await page.goto(PATH)
  const names = await page.getByRole('columnheader').allTextContents()
  expect(names[0]).toBe(en.bulkActions.bar.selectAll)
  expect(names).not.toContain('')
  await context.close()
})

test("the dialog of a row's menu takes the focus, and returns it to the menu", async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const { email } = await makePerson(service)
  await page.goto(PATH)
  await openMenu(page, email)
  const item = page
    .getByRole('button', { name: acts.delete.submit, exact: true })
    .and(page.locator(':visible'))
  await item.press('Enter')
  await expect(page.getByRole('dialog')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(item).toBeFocused()
})

/** The ID in the menu of a user's row. */
async function idOf(page: Page, email: string): Promise<string> {
  const button = page.getByRole('row', { name: email }).getByRole('button').first()
  return ((await button.getAttribute('popovertarget')) ?? '').replace('menu-', '')
}

import { ADMIN, asAdmin, callAsAdmin, giveRoles } from '@/e2e/administrator'
import {
  deafPage,
  expect,
  freshEmail,
  hydrated,
  makePerson,
  newVisitor,
  signIn,
  test,
  watchFaults,
} from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { look } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { formatCount, formatMessage } from '@/lib/i18n/format'

const ROLES = '/dashboard/rbac/roles'
const EXPLORER = '/dashboard/rbac/explorer'
const { roles: texts, explorer, pages } = en

test.use({ ownService: 'administrator' })

interface Role {
  id: string
  name: string
}
const makeRole = (service: Service, name: string, permissions: string[]) =>
  callAsAdmin<Role>(service, 'POST', '/rbac/roles', { name, description: '', permissions })

let made = 0
const fresh = (name: string) => `${name} ${++made}`

for (const javaScriptEnabled of [true, false]) {
  const way = javaScriptEnabled ? 'with' : 'without'

  test(`a role is created, viewed, changed and deleted, ${way} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const page = await context.newPage()
    const faults = watchFaults(page)
    const [name, renamed] = [fresh('Clerk'), fresh('Registrar')]

    await page.goto('/dashboard')
    await page.getByRole('navigation', { name: en.shell.navigation }).getByText(texts.title).click()
    await page.getByRole('link', { name: texts.create }).click()
    await page.getByLabel(texts.fields.name).fill('ADMIN')
    await page.getByLabel('users:list', { exact: true }).check()
    await page.getByRole('button', { name: texts.newRole.submit }).click()
    await expect(page.getByText(en.forms.fieldErrors.role_name_taken)).toBeVisible()
    await expect(page.getByLabel('users:list', { exact: true })).toBeChecked()
    await page.getByLabel(texts.fields.name).fill(name)
    await page.getByRole('button', { name: texts.newRole.submit }).click()
    await expect(page.getByText(texts.newRole.created)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    const id = page.url().split('/').at(-1)!
    const person = await makePerson(service)
    await giveRoles(service, person, ['user', name])

    await page.getByLabel(texts.fields.name).fill(' ')
    await page.getByRole('button', { name: texts.detail.preview }).click()
    await expect(page.getByText(en.forms.emptyFields.name)).toBeVisible()
    await page.getByLabel(texts.fields.name).fill(renamed)
    await page.getByLabel('users:list', { exact: true }).uncheck()
    await page.getByLabel('audit:list', { exact: true }).check()
    await page.getByRole('button', { name: texts.detail.preview }).click()
    await expect(page.getByRole('heading', { name: texts.review.title })).toBeVisible()
    await expect(page.getByText(formatCount(texts.review.gains, 1, 'en'))).toBeVisible()
    await expect(page.getByText(formatCount(texts.review.loses, 1, 'en'))).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: person.email })).toHaveText([
      /audit:list/,
      /users:list/,
    ])
    // Viewing wrote nothing.
    expect(await callAsAdmin<object>(service, 'GET', `/rbac/roles/${id}`)).toMatchObject({
      name,
      version: 1,
    })

    await page.getByRole('link', { name: texts.review.edit }).click()
    await expect(page.getByLabel(texts.fields.name)).toHaveValue(renamed)
    await expect(page.getByLabel('audit:list', { exact: true })).toBeChecked()
    await expect(page.getByLabel('users:list', { exact: true })).not.toBeChecked()
    await page.getByRole('button', { name: texts.detail.preview }).click()
    await page.getByRole('button', { name: texts.review.save }).click()
    await expect(page.getByText(texts.detail.saved)).toBeVisible()
    await expect(page).toHaveURL(`${ROLES}/${id}`)
    expect(await callAsAdmin<object>(service, 'GET', `/rbac/roles/${id}`)).toMatchObject({
      name: renamed,
      permissions: ['audit:list'],
    })

    await page.getByRole('button', { name: texts.remove.action, exact: true }).click()
    await expect(page.getByText(formatCount(texts.remove.usedText, 1, 'en'))).toBeVisible()
    await expect(page.getByRole('button', { name: texts.remove.confirm })).toHaveCount(0)
    await giveRoles(service, person, ['user'])
    await page.goto(`${ROLES}/${id}`)
    await page.getByRole('button', { name: texts.remove.action, exact: true }).click()
    await page.getByRole('button', { name: texts.remove.confirm }).click()
    await expect(page.getByText(formatMessage(texts.deleted, { name: renamed }))).toBeVisible()
    await expect(page.getByRole('link', { name: renamed })).toHaveCount(0)
    expect((await page.goto(`${ROLES}/${id}`))?.status()).toBe(404)
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
    await context.close()
  })

  test(`a role changed meanwhile is neither overwritten nor deleted, ${way} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const page = await deafPage(context)
    const name = fresh('Clerk')
    const role = await makeRole(service, name, ['users:list'])
    await page.goto(`${ROLES}/${role.id}`)
    await page.getByLabel('audit:list', { exact: true }).check()
    await page.getByRole('button', { name: texts.detail.preview }).click()
    const changed = { description: 'Changed by someone else' }
    await callAsAdmin(service, 'PATCH', `/rbac/roles/${role.id}`, changed)
    await page.getByRole('button', { name: texts.review.save }).click()
    if (javaScriptEnabled) {
      await expect(page.getByText(texts.stale.refused)).toBeVisible()
      await page.getByRole('link', { name: texts.stale.showCurrent }).click()
    }
    await expect(page.getByText(texts.stale.title)).toBeVisible()
    await expect(page.getByLabel(texts.fields.description)).toHaveValue(changed.description)
    await expect(page.getByLabel('audit:list', { exact: true })).not.toBeChecked()
    expect(await callAsAdmin<object>(service, 'GET', `/rbac/roles/${role.id}`)).toMatchObject({
      ...changed,
      permissions: ['users:list'],
      version: 2,
    })
    await page.getByRole('link', { name: texts.stale.reapply }).click()
    await expect(page.getByText('audit:list')).toBeVisible()
    await page.getByRole('button', { name: texts.review.save }).click()
    await expect(page.getByText(texts.detail.saved)).toBeVisible()

    await giveRoles(service, await makePerson(service), ['user', name])
    await page.getByRole('button', { name: texts.remove.action, exact: true }).click()
    await page.getByRole('button', { name: texts.remove.confirm }).click()
    await expect(page.getByText(texts.remove.inUse)).toBeVisible()
    await expect(page.getByRole('link', { name: texts.remove.showUsers }).first()).toHaveAttribute(
      'href',
      /^\/dashboard\/users\?role=Clerk/,
    )
    await context.close()
  })

  test(`the explorer finds a user by an internationalized address, ${way} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const email = freshEmail().replace('example.com', 'bücher.example')
    for (const address of [`x${email}`, email])
      await callAsAdmin(service, 'POST', '/users', { email: address })
    const page = await context.newPage()
    await page.goto(EXPLORER)
    await page.getByLabel(explorer.person, { exact: true }).fill(email)
    await page.getByRole('button', { name: explorer.ask }).click()
    await expect(page.getByRole('heading', { name: explorer.deny, exact: true })).toBeVisible()
    await expect(page.getByLabel(explorer.person, { exact: true })).toHaveValue(
      email.replace('bücher', 'xn--bcher-kva'),
    )
    await context.close()
  })

  test(`the explorer shows why a user has a permission, and who has it, ${way} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const name = fresh('Reader')
    const role = await makeRole(service, name, ['contacts:list'])
    const person = await makePerson(service)
    const id = await giveRoles(service, person, ['user', name])
    await makePerson(service) // their addresses share a prefix
    const page = await context.newPage()
    const faults = watchFaults(page)
    await page.goto('/dashboard/rbac/permissions')
    await page.getByRole('link', { name: /contacts:list/ }).click()
    await expect(page.getByRole('row').filter({ hasText: person.email })).toContainText(name)
    await page
      .getByRole('link', { name: formatMessage(explorer.whyOf, { person: person.email }) })
      .click()
    await expect(page).toHaveURL(`${EXPLORER}?user=${id}&permission=contacts%3Alist`)
    await expect(page.getByRole('heading', { name: explorer.allow, exact: true })).toBeVisible()
    await page.getByLabel(explorer.permission).selectOption('audit:list')
    await page.getByRole('button', { name: explorer.ask }).click()
    await expect(page.getByRole('heading', { name: explorer.deny, exact: true })).toBeVisible()
    await expect(
      page.getByText(formatMessage(explorer.reasons.no_role_grants_it, { person: person.email })),
    ).toBeVisible()
    await page.getByLabel(explorer.person, { exact: true }).fill('p')
    await page.getByRole('button', { name: explorer.ask }).click()
    await expect(page.getByText(explorer.choose)).toBeVisible()
    await page.getByLabel(explorer.person, { exact: true }).fill('nobody-of-that-name')
    await page.getByRole('button', { name: explorer.ask }).click()
    await expect(page.getByText(explorer.noPersonTitle)).toBeVisible()
    await page.goto(`${EXPLORER}?user=${id}&permission=contacts:list`)
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`${ROLES}/${role.id}`)
    expect(faults).toEqual([])
    await context.close()
  })
}

test('a draft from a page of an earlier version is refused with the reason', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const { id } = await makeRole(service, fresh('Reader'), ['users:list'])
  await page.goto(`${ROLES}/${id}`)
  await page.getByLabel('audit:list', { exact: true }).check()
  await page.getByRole('button', { name: texts.detail.preview }).click()
  await expect(page.getByRole('heading', { name: texts.review.title })).toBeVisible()
  await hydrated(page)
  await page.locator('[name=permissions]').evaluateAll((fields) => {
    for (const field of fields) field.remove()
  })
  await page.getByRole('button', { name: texts.review.save }).click()
  await expect(page.getByText(en.forms.fieldErrors.outdated)).toBeVisible()
  expect(await callAsAdmin<object>(service, 'GET', `/rbac/roles/${id}`)).toMatchObject({
    permissions: ['users:list'],
    version: 1,
  })
})

test('no one can assign or change what they lack: checkboxes, roles and forms say so', async ({
  context,
  page,
  service,
}) => {
  const keeping = fresh('Keeper')
  const role = await makeRole(service, keeping, ['rbac:manage', 'users:list'])
  const beyond = await makeRole(service, fresh('Auditor'), ['audit:list'])
  const keeper = await makePerson(service)
  await giveRoles(service, keeper, ['user', keeping])
  await signIn(context, service, keeper)
  await page.goto(`${ROLES}/new`)
  await expect(page.getByLabel('users:list', { exact: true })).toBeEnabled()
  await expect(page.getByLabel('audit:list', { exact: true })).toBeDisabled()
  await expect(page.getByText(texts.fields.notHeld).first()).toBeVisible()
  await page.goto(`${ROLES}/${beyond.id}`)
  await expect(page.getByText(texts.detail.beyondTitle)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.detail.preview })).toHaveCount(0)
  await page.goto(ROLES)
  await page.getByRole('link', { name: 'admin', exact: true }).click()
  await expect(page.getByText(texts.detail.systemTitle)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.remove.action, exact: true })).toHaveCount(0)
  // A URL can request what the checkboxes do not offer: it is shown as refused, with no way to save
  // it.
  await page.goto(`${ROLES}/${role.id}?version=1&name=x&permissions=audit:list&step=review`)
  await expect(page.getByText(en.problems.privilege_escalation.text)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.review.save })).toHaveCount(0)
  // Their own role: they are warned before locking themselves out.
  await page.goto(`${ROLES}/${role.id}`)
  await page.getByLabel('rbac:manage', { exact: true }).uncheck()
  await page.getByRole('button', { name: texts.detail.preview }).click()
  await expect(page.getByText(texts.review.ownLock)).toBeVisible()
})

test('opening a page without the permission shows what is missing, and whom to ask where appropriate', async ({
  context,
  page,
  service,
}) => {
  const person = await makePerson(service)
  await signIn(context, service, person)
  for (const path of [ROLES, `${ROLES}/new`, EXPLORER]) {
    expect((await page.goto(path))?.status(), path).toBe(403)
    await expect(page.getByText('rbac:manage')).toBeVisible()
    await expect(page.getByText(en.permissions.meanings['rbac:manage'])).toBeVisible()
    await expect(page.getByText(pages.forbidden.askAdministrator)).toBeVisible()
    await expect(page.getByText(ADMIN.email)).toHaveCount(0)
  }
  const reading = fresh('People reader')
  await makeRole(service, reading, ['users:read'])
  await giveRoles(service, person, ['user', reading])
  // A permission that shows nothing on the home page, which then shows the own account, without an
  // empty card.
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: en.home.steps.title })).toBeVisible()
  await expect(page.getByRole('region', { name: en.home.users.title })).toHaveCount(0)
  expect((await page.goto(ROLES))?.status()).toBe(403)
  await expect(page.getByRole('link', { name: ADMIN.email })).toBeVisible()
  await expect(page.getByText(pages.forbidden.askAdministrator)).toHaveCount(0)
  await look(page, ROLES)
})

test('the pages of roles are accessible in both themes and fit a phone', async ({
  context,
  page,
  service,
}) => {
  test.slow() // many pages, each checked with axe
  await asAdmin(context, service)
  const name = fresh('Clerk')
  const { id } = await makeRole(service, name, ['users:list'])
  await giveRoles(service, await makePerson(service), ['user', name])
  const system = (await callAsAdmin<{ data: Role[] }>(service, 'GET', '/rbac/roles')).data.at(-1)!
  for (const path of [
    ROLES,
    `${ROLES}/new`,
    `${ROLES}/${id}`,
    `${ROLES}/${id}?version=1&name=Other&permissions=audit:list&step=review`,
    `${ROLES}/${id}?version=7&name=Other&permissions=&step=review`,
    `${ROLES}/${system.id}`,
    EXPLORER,
    `${EXPLORER}?person=${ADMIN.email}&permission=users:list`,
    `${EXPLORER}?person=p&permission=users:list`,
    `${EXPLORER}?view=who&permission=users:list`,
    '/dashboard/rbac/permissions',
  ])
    await look(page, path)
})

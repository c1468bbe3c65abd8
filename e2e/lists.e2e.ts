import { asAdmin, callAsAdmin } from '@/e2e/administrator'
import { expect, freshEmail, newVisitor, test, watchFaults } from '@/e2e/fixtures'
import { en } from '@/lib/i18n/en'
import { formatCount } from '@/lib/i18n/format'

const PATH = '/dashboard/users'
const texts = en.users

test.use({ ownService: 'lists' })

for (const javaScriptEnabled of [true, false])
  test(`the title of every detail page names its object, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const page = await context.newPage()
    const email = freshEmail()
    const name = `Thing ${email.slice(0, 8)}`
    const nameless = await callAsAdmin<{ id: string }>(service, 'POST', '/users', { email })
    const user = await callAsAdmin<{ id: string }>(service, 'POST', '/users', {
      email: freshEmail(),
      name,
    })
    const role = await callAsAdmin<{ id: string }>(service, 'POST', '/rbac/roles', {
      name,
      permissions: [],
    })
    const message = { title: name, body: 'Hello', channels: ['inbox'] }
    const template = await callAsAdmin<{ id: string }>(
      service,
      'POST',
      '/notifications/templates',
      {
        name,
        ...message,
      },
    )
    const batch = await callAsAdmin<{ batch_id: string }>(service, 'POST', '/notifications', {
      to: { all: true },
      ...message,
    })
    await callAsAdmin(service, 'POST', '/contact', {
      name: 'Visitor',
      email,
      subject: name,
      message: 'Hello',
    })
    const { data } = await callAsAdmin<{ data: { id: string }[] }>(service, 'GET', '/contacts')
    for (const [path, title] of [
      [`/dashboard/users/${user.id}`, `${name} · ${en.users.title}`],
      [`/dashboard/users/${nameless.id}`, `${email} · ${en.users.title}`],
      [`/dashboard/rbac/roles/${role.id}`, `${name} · ${en.roles.title}`],
      [`/dashboard/notifications/${batch.batch_id}`, `${name} · ${en.notificationPages.title}`],
      [
        `/dashboard/notifications/templates/${template.id}`,
        `${name} · ${en.notificationPages.templates.title}`,
      ],
      [`/dashboard/contacts?message=${data[0]!.id}`, `${name} · ${en.contacts.title}`],
    ] as const) {
      await page.goto(path)
      await expect(page, path).toHaveTitle(`${title} · Gatehouse`)
    }
    const { id } = await callAsAdmin<{ id: string }>(
      service,
      'POST',
      '/users/imports?dry_run=true',
      `email\n${freshEmail()}\n`,
    )
    await page.goto(`/dashboard/users/import/${id}`)
    await expect(page).toHaveTitle(new RegExp(`^\\w+ \\d.+ · ${en.userImport.title} · Gatehouse$`))
    await context.close()
  })

test('a choice filters the list at once, and a search while typing; the focus stays and the count is announced', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const tag = freshEmail().slice(0, 10)
  for (const n of [1, 2, 3])
    await callAsAdmin(service, 'POST', '/users', {
      email: `${tag}${n}@example.com`,
      name: `Named ${tag}${n}`,
    })
  const faults = watchFaults(page)
  await page.goto(PATH)
  const search = page.getByLabel(texts.filters.query, { exact: true })
  const status = page.getByLabel(texts.filters.status, { exact: true })
  await expect(page.getByRole('button', { name: texts.filters.apply })).toHaveCount(0)
  await search.pressSequentially(tag)
  await expect(page).toHaveURL(`${PATH}?query=${tag}`)
  await expect(page.getByText(formatCount(texts.total, 3, 'en'), { exact: true })).toBeVisible()
  await expect(search).toBeFocused()
  await status.selectOption('active')
  await expect(page).toHaveURL(`${PATH}?query=${tag}&status=active`)
  await expect(page.getByText(texts.noMatchTitle)).toBeVisible()
  await status.selectOption('pending')
  await expect(page.getByRole('row')).toHaveCount(4)
  // A view is a URL: it clears the fields, and a field can be set to the same value again.
  const views = page.getByRole('navigation', { name: texts.views.label })
  await views.getByRole('link', { name: texts.views.all }).click()
  await expect(page).toHaveURL(PATH)
  await expect(search).toHaveValue('')
  await expect(status).toHaveValue('')
  await status.selectOption('pending')
  await expect(page).toHaveURL(`${PATH}?status=pending`)
  await expect(views.getByRole('link', { name: texts.views.pending })).toHaveAttribute(
    'aria-current',
    'true',
  )
  expect(faults).toEqual([])
})

for (const javaScriptEnabled of [true, false])
  test(`views are links, the role filter offers every role, and each list shows its length, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const name = `Unheld ${freshEmail().slice(0, 8)}`
    await callAsAdmin(service, 'POST', '/rbac/roles', { name, permissions: [] })
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const page = await context.newPage()
    await page.goto(PATH)
    await expect(
      page.getByLabel(texts.filters.role, { exact: true }).getByRole('option', { name }),
    ).toHaveCount(1)
    const views = page.getByRole('navigation', { name: texts.views.label })
    await views.getByRole('link', { name: texts.views.administrators }).click()
    await expect(page).toHaveURL(`${PATH}?role=admin`)
    await expect(page.getByText(formatCount(texts.total, 1, 'en'), { exact: true })).toBeVisible()
    for (const [path, total] of [
      ['/dashboard/contacts', en.contacts.total],
      ['/dashboard/notifications', en.notificationPages.total],
      ['/dashboard/notifications/templates', en.notificationPages.templates.total],
      ['/dashboard/rbac/roles', en.roles.total],
      ['/dashboard/account/sessions', en.account.sessions.total],
    ] as const) {
      await page.goto(path)
      const counted = new RegExp(
        `^\\d+ (${[total.one, total.other].map((text) => text.replace('{count} ', '')).join('|')})$`,
      )
      await expect(page.getByRole('main').getByText(counted).first(), path).toBeVisible()
    }
    await context.close()
  })

test('names and addresses are not cut off at 1280 px', async ({ context, page, service }) => {
  await asAdmin(context, service)
  const email = `${freshEmail().split('@')[0]}.${'long'.repeat(10)}@${'quite-long-'.repeat(4)}name.example.com`
  await callAsAdmin(service, 'POST', '/users', {
    email,
    name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(2).trim(),
  })
  await callAsAdmin(service, 'POST', '/contact', {
    name: 'Visitor',
    email,
    subject: 'Hello',
    message: 'Hello',
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const path of [`${PATH}?query=${email.slice(0, 14)}`, '/dashboard/contacts']) {
    await page.goto(path)
    const shown = page
      .getByRole('row')
      .getByText(email, { exact: true })
      .and(page.locator(':visible'))
    const [whole, seen] = await shown.evaluate((cell) => [cell.scrollWidth, cell.clientWidth])
    expect(whole, path).toBeLessThanOrEqual(seen)
  }
})

import type { Page } from '@playwright/test'
import { ADMIN_MODES, asAdmin, callAsAdmin } from '@/e2e/administrator'
import { expect, newVisitor, test, watchFaults } from '@/e2e/fixtures'
import { look } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'

const PERMISSIONS = '/dashboard/rbac/permissions'
const { permissions: texts, roles } = en

test.use({ ownService: 'administrator' })

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

for (const javaScriptEnabled of ADMIN_MODES) {
  const way = javaScriptEnabled ? 'with' : 'without'
  const application = javaScriptEnabled ? 'crm' : 'shop'
  const name = `${application}:contacts:export`

  test(`a permission is created, granted, changed and deleted, ${way} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const page = await context.newPage()
    const faults = watchFaults(page)
    await page.goto(PERMISSIONS)
    await page.getByRole('link', { name: texts.create }).click()

    // A faulty name is explained beside its field, and the input is kept.
    await page.getByLabel(texts.form.name, { exact: true }).fill('users:contacts:export')
    await page.getByLabel(texts.form.description).fill('<b>Export</b> contacts')
    await page.getByLabel(texts.form.group).fill('Contacts')
    await page.getByRole('button', { name: texts.form.submit }).click()
    await expect(page.getByText(en.forms.fieldErrors.reserved_application)).toBeVisible()
    await expect(page.getByLabel(texts.form.description)).toHaveValue('<b>Export</b> contacts')
    await page.getByLabel(texts.form.name, { exact: true }).fill(name)
    await page.getByRole('button', { name: texts.form.submit }).click()
    await expect(page.getByText(texts.created)).toBeVisible()
    await expect(rowOf(page, name)).toContainText('<b>Export</b> contacts')

    await page.goto('/dashboard/rbac/roles/new')
    await page.getByLabel(roles.fields.name, { exact: true }).fill(`Sales of ${application}`)
    await page.getByLabel(name).check()
    await page.getByRole('button', { name: roles.newRole.submit }).click()
    await expect(page.getByText(roles.newRole.created)).toBeVisible()
    await expect(page.getByLabel(name)).toBeChecked()

    await page.getByLabel(name).uncheck()
    await page.getByRole('button', { name: roles.detail.preview }).click()
    await expect(page.getByText('<b>Export</b> contacts')).toBeVisible()
    await page.getByRole('link', { name: roles.review.edit }).click()
    await expect(page.getByLabel(name)).not.toBeChecked()

    await page.goto(PERMISSIONS)
    await rowOf(page, name)
      .getByRole('link', { name: formatMessage(texts.editOf, { permission: name }) })
      .click()
    await page.getByLabel(texts.form.description).fill('Export all contacts')
    await page.getByLabel(texts.form.privileged).check()
    await page.getByRole('button', { name: texts.form.save }).click()
    await expect(page.getByText(texts.saved)).toBeVisible()
    await expect(rowOf(page, name)).toContainText('Export all contacts')
    await expect(rowOf(page, name)).toContainText(texts.privileged)

    await rowOf(page, name)
      .getByRole('link', { name: formatMessage(texts.editOf, { permission: name }) })
      .click()
    await page.getByRole('button', { name: texts.remove.button }).first().click()
    await page.getByRole('button', { name: texts.remove.button }).last().click()
    await expect(page.getByText(formatMessage(texts.deleted, { name }))).toBeVisible()
    await expect(rowOf(page, name)).toContainText(texts.deletedLabel)
    expect(faults).toEqual([])
    await context.close()
  })
}

test('the pages of permissions are sound at every width and in both themes', async ({
  browser,
  service,
}) => {
  await callAsAdmin(service, 'PUT', '/rbac/permissions/sync', {
    application: 'warehouse',
    permissions: [
      { name: 'warehouse:stock:read', description: 'Read the stock', group: 'Stock' },
      { name: `warehouse:stock:${'x'.repeat(39)}`, description: 'x'.repeat(200), group: 'Stock' },
      { name: 'warehouse:orders:ship', description: 'Ship orders', privileged: true },
    ],
  })
  const context = await newVisitor(browser, service)
  await asAdmin(context, service)
  const page = await context.newPage()
  for (const path of [
    PERMISSIONS,
    `${PERMISSIONS}/new`,
    `${PERMISSIONS}/edit?name=warehouse:orders:ship`,
    '/dashboard/rbac/roles/new',
  ])
    await look(page, path)
  await context.close()
})

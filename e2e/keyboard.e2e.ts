import { asAdmin } from '@/e2e/administrator'
import { expect, hydrated, test } from '@/e2e/fixtures'
import { en } from '@/lib/i18n/en'

test.use({ ownService: 'administrator' })

test('saving a form with Enter keeps the focus, and what is typed meanwhile', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('/dashboard/account')
  await hydrated(page)
  let save = () => {}
  const held = new Promise<void>((resolve) => (save = resolve))
  await page.route('/dashboard/account', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.fallback()
  })
  const name = page.getByLabel(en.forms.name, { exact: true })
  await name.fill('Ada')
  await name.press('Enter')
  await page.keyboard.type(' Lovelace')
  save()
  await expect(name).toHaveAttribute('value', 'Ada')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Ada Lovelace')

  const language = page.getByRole('combobox', { name: en.account.profile.localeLabel })
  await language.selectOption('en')
  await name.fill('  Grace  ')
  await page.getByRole('button', { name: en.account.profile.save, exact: true }).press('Enter')
  await expect(name).toHaveValue('Grace')
  await expect(language).toHaveValue('en')
})

test('a field saved with Enter shows what the service stored, and holds back no live update', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('/dashboard/account')
  await hydrated(page)
  const name = page.getByLabel(en.forms.name, { exact: true })
  // The second one is stored as before, so the default value of the field does not change.
  for (const typed of ['  Grace  ', ' Grace']) {
    await name.fill(typed)
    await name.press('Enter')
    await expect(name).toHaveValue('Grace')
    await expect(name).toHaveAttribute('value', 'Grace')
    await expect(name).toBeFocused()
  }
})

test('a link that disappears when it is followed leaves the focus at the content', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  await page.goto('/dashboard/users?query=root')
  await hydrated(page)
  await page.getByRole('link', { name: en.users.filters.clear }).press('Enter')
  await expect(page).toHaveURL('/dashboard/users')
  await expect(page.locator('#content')).toBeFocused()
  // One that stays keeps it.
  const entry = page.getByRole('navigation').getByRole('link', { name: en.home.title, exact: true })
  await entry.press('Enter')
  await expect(page).toHaveURL('/dashboard')
  await expect(entry).toBeFocused()
})

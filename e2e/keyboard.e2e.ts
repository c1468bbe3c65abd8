import type { Locator } from '@playwright/test'
import { asAdmin, makeAccount } from '@/e2e/administrator'
import { expect, hydrated, openWithoutScripts, test } from '@/e2e/fixtures'
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

/** Whether the focus is inside, or on nothing, as between the last control and the first. */
const isHeld = (surface: Locator) =>
  surface.evaluate((element) =>
    [document.body, ...element.querySelectorAll('*'), element].includes(document.activeElement!),
  )

for (const opensBeforeScripts of [false, true])
  test(`a dialog holds the focus until it closes, opened ${opensBeforeScripts ? 'before' : 'after'} the page’s script ran`, async ({
    context,
    page,
    service,
  }) => {
    await asAdmin(context, service)
    const { id } = await makeAccount(service, ['user'])
    const path = `/dashboard/users/${id}`
    const runScripts = await openWithoutScripts(page, path)
    if (!opensBeforeScripts) {
      runScripts()
      await hydrated(page)
    }
    const opener = page.getByRole('button', { name: en.userActions.deactivate.submit }).first()
    await opener.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeFocused()
    if (opensBeforeScripts) {
      runScripts()
      await expect(dialog).toHaveAttribute('aria-modal', 'true')
    }
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press(presses < 4 ? 'Tab' : 'Shift+Tab')
      expect(await isHeld(dialog), `after ${presses + 1} presses`).toBe(true)
    }
    expect(await page.locator('[data-sticky=top], aside').evaluateAll(areInert)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
    expect(await page.locator('[inert]').count()).toBe(0)
  })

test('the navigation of a phone holds the focus, and returns it to its button', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  await page.setViewportSize({ width: 380, height: 700 })
  await page.goto('/dashboard')
  await hydrated(page)
  const opener = page.getByRole('button', { name: en.shell.openNavigation })
  await opener.press('Enter')
  const drawer = page.getByRole('dialog', { name: en.shell.navigation })
  await expect(drawer).toBeFocused()
  await drawer.getByRole('link').last().focus()
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press('Tab')
    expect(await isHeld(drawer)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('the navigation of a phone closes when the browser goes to another page, whose drawer then holds the focus', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  await page.setViewportSize({ width: 800, height: 700 })
  await page.goto('/dashboard/audit')
  await hydrated(page)
  await page.getByRole('table').getByRole('link').first().click()
  const record = page.locator('[role=dialog][aria-modal]:not([popover])')
  await expect(record).toBeFocused()
  await page.goBack()
  await expect(record).toHaveCount(0)
  const navigation = page.getByRole('dialog', { name: en.shell.navigation })
  await page.getByRole('button', { name: en.shell.openNavigation }).click()
  await expect(navigation).toBeFocused()
  await page.goForward()
  await expect(record).toBeFocused()
  await expect(navigation).toHaveCount(0)
  expect(await page.locator('[data-sticky=top], aside').evaluateAll(areInert)).toBe(true)
})

test('the menu of a password manager is usable in a dialog, unlike other parts added to the page', async ({
  page,
  signedIn: _,
}) => {
  await page.goto('/dashboard/account/data')
  await hydrated(page)
  await page.getByRole('button', { name: en.ownAccount.data.delete }).first().click()
  await expect(page.getByRole('dialog')).toBeFocused()
  // The browser focuses the dialog before its script holds the focus.
  await expect(page.locator('[data-sticky=top]')).toHaveAttribute('inert')
  await page.evaluate(() => {
    const [menu, other] = ['Fill in', 'Other'].map((label) => {
      const part = document.createElement('div')
      part.innerHTML = `<button>${label}</button>`
      document.body.append(part)
      return part
    })
    menu!.popover = 'manual'
    menu!.showPopover()
    other!.id = 'other'
  })
  await expect(page.locator('#other')).toHaveAttribute('inert')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await expect(page.getByRole('button', { name: 'Fill in' })).toBeFocused()
})

test('with forced colors, buttons have a border and the current choice an outline', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/dashboard/users')
  const styleOf = (locator: Locator) =>
    locator.evaluate((element) => {
      const { borderTopColor, borderTopWidth, outlineStyle } = getComputedStyle(element)
      return { border: `${borderTopWidth} ${borderTopColor}`, outline: outlineStyle }
    })
  const invite = page.getByRole('link', { name: en.users.invite, exact: true })
  expect((await styleOf(invite)).border).toMatch(/^1px rgb\(/)
  const entries = page.getByRole('navigation', { name: en.shell.navigation }).getByRole('link')
  const current = entries.and(page.locator('[aria-current]'))
  expect((await styleOf(current)).outline).toBe('solid')
  expect((await styleOf(entries.first())).outline).toBe('none')
  await page.getByRole('button', { name: en.commands.open, exact: true }).click()
  const options = page.getByRole('dialog').getByRole('option')
  const selected = options.and(page.locator('[aria-selected=true]'))
  expect((await styleOf(selected)).outline).toBe('solid')
  expect((await styleOf(options.last())).outline).toBe('none')
})

/** Runs in the page: whether each is inert, itself or by what is around it. */
function areInert(elements: Element[]): boolean {
  return elements.length > 0 && elements.every((element) => element.closest('[inert]') !== null)
}

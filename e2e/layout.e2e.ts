import { asAdmin, callAsAdmin } from '@/e2e/administrator'
import { expect, freshEmail, hydrated, openWithoutScripts, test } from '@/e2e/fixtures'
import { en } from '@/lib/i18n/en'

test.use({ ownService: 'administrator' })

/** A layout shift of the button in the header, which moves nothing else. */
const UNSEEN = 0.003

test('the current page is visible in a navigation that is taller than the window', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  await page.setViewportSize({ width: 1280, height: 500 })
  const navigation = page.getByRole('navigation', { name: en.shell.navigation })
  for (const [path, title] of [
    ['/dashboard/account/data', en.ownAccount.data.title],
    ['/dashboard', en.home.title],
  ] as const) {
    await page.goto(path)
    await hydrated(page)
    await expect(navigation.getByRole('link', { name: title, exact: true })).toBeInViewport({
      ratio: 1,
    })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  await page.setViewportSize({ width: 900, height: 500 })
  await page.goto('/dashboard/account/data')
  await hydrated(page)
  await page.getByRole('button', { name: en.shell.openNavigation }).click()
  await expect(
    navigation.getByRole('link', { name: en.ownAccount.data.title, exact: true }),
  ).toBeInViewport({ ratio: 1 })
})

test('the headings of all pages begin at the same place', async ({ context, page, service }) => {
  await asAdmin(context, service)
  const lefts: number[] = []
  for (const path of ['/dashboard/users', '/dashboard/settings', '/dashboard/account']) {
    await page.goto(path)
    lefts.push((await page.getByRole('heading', { level: 1 }).boundingBox())!.x)
  }
  expect(lefts).toEqual([lefts[0], lefts[0], lefts[0]])
})

test('long names of users and roles wrap, also on a tablet', async ({ context, page, service }) => {
  await asAdmin(context, service)
  const long = `long${freshEmail().slice(0, 10)}`.padEnd(60, 'x').replaceAll(/[@.]/g, '-')
  const role = await callAsAdmin<{ id: string }>(service, 'POST', '/rbac/roles', {
    name: long,
    permissions: [],
  })
  const { id } = await callAsAdmin<{ id: string }>(service, 'POST', '/users', {
    email: freshEmail(),
    name: long,
  })
  for (const width of [768, 1280])
    for (const path of [
      '/dashboard/rbac/roles',
      `/dashboard/rbac/roles/${role.id}`,
      '/dashboard/users',
      `/dashboard/users/${id}`,
    ]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      const shown = page.getByRole('main').getByText(long).and(page.locator(':visible'))
      await expect(shown.first()).toBeVisible()
      expect(await page.evaluate(overflowOf), `${path} at ${width} px`).toBe(0)
    }
})

test('nothing moves when the script of a page starts, so that no click misses', async ({
  context,
  page,
  service,
}) => {
  await page.addInitScript(() => {
    const moved: number[] = []
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        moved.push(value)
    }).observe({ type: 'layout-shift', buffered: true })
    Object.assign(globalThis, { moved })
  })
  const movedOn = async (path: string, started: () => Promise<unknown>) => {
    const runScripts = await openWithoutScripts(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    runScripts()
    await started()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    const moved = await page.evaluate(() => (globalThis as unknown as { moved: number[] }).moved)
    return moved.reduce((sum, value) => sum + value, 0)
  }
  const passkey = page.getByRole('button', { name: en.passkeys.signIn })
  expect(await movedOn('/auth/login', () => passkey.waitFor())).toBeLessThan(UNSEEN)
  await asAdmin(context, service)
  for (const path of ['/dashboard/uploads', '/dashboard/users', '/dashboard/account/security'])
    expect(await movedOn(path, () => hydrated(page)), path).toBeLessThan(UNSEEN)
})

/** Runs in the page: by how many pixels it, a table in it, or a heading is too wide. */
function overflowOf(): number {
  const boxes = document.querySelectorAll('html, main :has(> table), main h1')
  return Math.max(...[...boxes].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
}

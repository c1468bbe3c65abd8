import type { Page } from '@playwright/test'
import { expect, newVisitor, PASSWORD, signIn, test as base } from '@/e2e/fixtures'
import { expectFitsSmallScreens, expectSound } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'

const { pages, shell } = en
const UNKNOWN = '019335e0-0000-7000-8000-00000000000a'

/** A service with its own database server, so that a test can break a page from outside. */
const test = base.extend<object, { cluster: PostgresCluster }>({
  cluster: [
    async ({ services }, use) => {
      const cluster = await PostgresCluster.create()
      await use(cluster!)
      await services.stop()
      await cluster!.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  serviceEnv: ({ cluster }, use) => use({ DATABASE_URL: cluster.url }),
})

test.skip(!PostgresCluster.isInstalled(), 'PostgreSQL is not installed')

const BROKEN = '/dashboard/account/notifications'

/** Removes the table behind one page while `work` runs, so that the page fails to render. */
async function withBrokenPage(cluster: PostgresCluster, work: () => Promise<void>): Promise<void> {
  await cluster.run('ALTER TABLE notification_preferences RENAME TO away')
  await work().finally(() => cluster.run('ALTER TABLE away RENAME TO notification_preferences'))
}

const navigation = (page: Page) => page.getByRole('navigation', { name: shell.navigation })

for (const javaScriptEnabled of [true, false])
  test(`an unknown dashboard path keeps the dashboard frame, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    person,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    const page = await context.newPage()
    const open = async (path: string) => {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: pages.notFound.heading })).toBeVisible()
    }
    await open('/dashboard/nothing')
    await expect(navigation(page)).toHaveCount(0)
    await signIn(context, service, person)
    await open('/dashboard/nothing')
    await expect(navigation(page)).toBeVisible()
    await (javaScriptEnabled ? expectSound(page) : expectFitsSmallScreens(page))
    await open('/nothing')
    await expect(navigation(page)).toHaveCount(0)
    await context.close()
  })

test('a record that does not exist links to its list in the dashboard frame, with and without JavaScript', async ({
  browser,
  service,
}) => {
  const token = new URL(service.setupLink()).searchParams.get('token')
  const admin = { email: 'frame@example.com', password: PASSWORD }
  expect((await service.api('setup', { token, ...admin })).status).toBe(201)
  for (const javaScriptEnabled of [true, false]) {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await signIn(context, service, admin)
    const page = await context.newPage()
    for (const [list, kind] of [
      ['/dashboard/users', 'user'],
      ['/dashboard/rbac/roles', 'role'],
    ] as const) {
      expect((await page.goto(`${list}/${UNKNOWN}`))?.status()).toBe(404)
      await expect(page).toHaveTitle(`${pages.notFound.title} · Gatehouse`)
      const { heading, all } = pages.missing.kinds[kind]
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expect(navigation(page)).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: all }).click()
      await expect(page).toHaveURL(list)
    }
    await context.close()
  }
})

test('a page that fails keeps the dashboard frame, by URL and by navigation, and recovers', async ({
  cluster,
  page,
  signedIn: _,
}) => {
  const heading = page.getByRole('heading', { name: pages.fault.heading })
  await page.goto('/dashboard/account')
  await withBrokenPage(cluster, async () => {
    await navigation(page).getByText(en.notificationPages.preferences.title).click()
    await expect(heading).toBeVisible()
    await expect(navigation(page)).toBeVisible()
    expect((await page.goto(BROKEN))?.status()).toBe(500)
    await expect(heading).toBeVisible()
    await expect(navigation(page)).toBeVisible()
    await expectSound(page)
  })
  await page.getByRole('button', { name: pages.fault.retry }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    en.notificationPages.preferences.title,
  )
})

test('a page that fails says so without JavaScript', async ({
  browser,
  cluster,
  person,
  service,
}) => {
  const context = await newVisitor(browser, service, false)
  await signIn(context, service, person)
  const page = await context.newPage()
  await withBrokenPage(cluster, async () => {
    expect((await page.goto(BROKEN))?.status()).toBe(500)
    await expect(
      page.getByRole('heading', { name: en.problems.internal_error.title }),
    ).toBeVisible()
    await expectFitsSmallScreens(page)
  })
  await page.getByRole('link', { name: shell.back }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    en.notificationPages.preferences.title,
  )
  await context.close()
})

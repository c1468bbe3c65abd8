import type { Browser, BrowserContext, Page } from '@playwright/test'
import { ADMIN } from '@/e2e/administrator'
import { expect, test, watchFaults } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { expectAccessible, expectFitsSmallScreens, settle } from '@/e2e/sound'
import { asWho, at, stage } from '@/e2e/user-detail-stage'
import { en } from '@/lib/i18n/en'
import { formDataOf } from '@/tests/kit/page-form'

const texts = en.userDetail
const acts = en.userActions

test.use({ ownService: 'administrator' })

test('with only users:read a user sees no form, and a forged one is refused', async ({
  browser,
  service,
}) => {
  const { call, person } = await stage(service)
  const [reader, target] = [await person(['Reader']), await person(['Editor'])]
  await service.api('login', target)
  const context = await asWho(browser, service, reader)
  const page = await context.newPage()
  await page.goto(at(target.id))
  await expect(page.getByRole('heading', { level: 1, name: target.email })).toBeVisible()
  await expect(page.locator('main form')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0)
  for (const title of [texts.permissions.title, texts.trail.title])
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0)
  const look = async () => [
    await call('GET', `/users/${target.id}`),
    await call('GET', `/users/${target.id}/sessions`),
  ]
  const before = await look()
  const forge = await forgeFormAs(browser, service, { context, id: target.id })
  for (const intent of [
    'deactivate',
    'delete',
    'end_sessions',
    'end_session',
    'send_reset',
    'rename',
    'roles',
    'email',
  ])
    expect((await forge(intent)).status(), intent).toBe(403)
  expect(await look()).toEqual(before)
  await context.close()
})

/** Returns a function that posts, as another user, a form that only an administrator is shown. */
async function forgeFormAs(
  browser: Browser,
  service: Service,
  { context, id }: { context: BrowserContext; id: string },
) {
  const url = service.url + at(id)
  const ours = await asWho(browser, service, ADMIN)
  const html = await (await ours.request.get(url)).text()
  await ours.close()
  return (intent: string) =>
    context.request.post(url, {
      multipart: formDataOf(html, { intent })!,
      headers: { origin: service.url },
      maxRedirects: 0,
    })
}

test('a user with fewer permissions is told why nothing can be changed, and which roles cannot be assigned', async ({
  browser,
  service,
}) => {
  const { call, person } = await stage(service)
  const [helper, root, plain] = [
    await person(['Helper']),
    await person(['admin']),
    await person(['user']),
  ]
  const context = await asWho(browser, service, helper)
  const page = await context.newPage()
  await page.goto(at(root.id))
  await expect(page.getByText(texts.outranked)).toBeVisible()
  await expect(page.locator('main form')).toHaveCount(0)
  const before = await call('GET', `/users/${root.id}`)
  const forge = await forgeFormAs(browser, service, { context, id: root.id })
  expect((await forge('deactivate')).status()).toBe(303)
  await page.goto(at(root.id))
  await expect(page.getByText(texts.refusals.privilege_escalation)).toBeVisible()
  expect(await call('GET', `/users/${root.id}`)).toEqual(before)
  await page.goto(at(plain.id))
  await expect(page.getByLabel('admin')).toBeDisabled()
  await expect(page.getByLabel('admin')).toHaveAccessibleDescription(
    new RegExp(texts.roles.notGrantable),
  )
  await expect(page.getByLabel('Helper')).toBeEnabled()
  await context.close()
})

test('without users:read a user sees no one, and an unknown ID finds no one', async ({
  browser,
  page,
  signedIn: _,
  service,
}) => {
  const { person } = await stage(service)
  const { id } = await person(['user'])
  const answer = await page.goto(at(id))
  expect(answer?.status()).toBe(403)
  await expect(page.getByText('users:read')).toBeVisible()
  const context = await asWho(browser, service, ADMIN)
  const own = await context.newPage()
  for (const wrong of ['019335e0-0000-7000-8000-00000000000a', 'nobody', `${id}/x`])
    expect((await own.goto(at(wrong)))?.status()).toBe(404)
  await context.close()
})

test('the page is accessible in both themes and fits a phone', async ({ browser, service }) => {
  test.slow() // four pages, each checked with axe, also with a dialog open
  const { person } = await stage(service)
  const [helper, root, waits] = [
    await person(['Helper']),
    await person(['admin']),
    await person(['Editor', 'Reader'], true),
  ]
  const [ours, theirs] = [
    await asWho(browser, service, ADMIN),
    await asWho(browser, service, helper),
  ]
  for (const [context, id] of [
    [ours, waits.id],
    [ours, root.id],
    [theirs, root.id],
    [theirs, waits.id],
  ] as const) {
    const page = await context.newPage()
    await isSound(page, at(id))
    await expectFitsSmallScreens(page)
    await page.close()
  }
  await Promise.all([ours.close(), theirs.close()])
})

/** axe finds nothing, also with a dialog open; nothing violates the content security policy. */
async function isSound(page: Page, path: string) {
  const faults = watchFaults(page)
  await page.goto(path)
  await settle(page)
  await expectAccessible(page)
  const ask = page.getByRole('button', { name: acts.deactivate.submit, exact: true })
  if ((await ask.count()) > 0) {
    await ask.click()
    await expectAccessible(page)
  }
  expect(faults).toEqual([])
}

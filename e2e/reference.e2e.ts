import { expect, openWithoutScripts, test, watchFaults } from '@/e2e/fixtures'
import { look } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { tr } from '@/lib/i18n/tr'

const texts = en.reference
const MAX_BYTES = 300_000

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a visitor searches for an operation, opens it, and follows an error', async ({
      page,
    }) => {
      const faults = watchFaults(page)
      await page.goto('/docs')
      const field = page.getByRole('main').getByLabel(texts.search)
      await field.fill('login PASSWORD')
      if (!javaScriptEnabled) await field.press('Enter')
      await expect(page).toHaveURL(/\/docs\?q=login(%20|\+)PASSWORD$/)
      await expect(page.getByRole('link', { name: /Accept an invitation/ })).toHaveCount(0)
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Sign in with email/ })
        .click()
      await expect(page).toHaveURL('/docs/api/signIn')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Sign in with email and password',
      )
      for (const name of ['email', 'mfa_token'])
        await expect(page.locator('#body').getByText(name, { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'invalid_credentials' }).click()
      await expect(page).toHaveURL('/docs/errors/invalid_credentials')
      expect(faults).toEqual([])
    })

    test('a signed-in user sends a request and reads the answer', async ({ page, signedIn }) => {
      await page.goto('/docs/api/getProfile')
      await page.getByRole('button', { name: texts.send }).click()
      const answer = page.getByRole('region', { name: texts.answer, exact: true })
      await expect(answer).toContainText(signedIn.email)
      await page.goto('/docs/api/listUsers')
      await page.getByLabel('limit').fill('5')
      await page.getByRole('button', { name: texts.send }).click()
      await expect(answer).toContainText('insufficient_permission')
      await expect(page.getByLabel('limit')).toHaveValue('5')
    })
  })

test("a search entered before the page's script ran is run when it runs", async ({ page }) => {
  const runScripts = await openWithoutScripts(page, '/docs')
  const field = page.getByRole('main').getByLabel(texts.search)
  await field.fill('login PASSWORD')
  runScripts()
  await expect(page.getByRole('link', { name: /Accept an invitation/ })).toHaveCount(0)
  await expect(field).toHaveValue('login PASSWORD')
})

test('a link on another site sends no request in the name of the user', async ({
  page,
  signedIn,
}) => {
  const own = await page.goto('/docs/api/getProfile?try=1')
  await expect(page.getByText(signedIn.email)).toBeVisible()
  const address = own!.url()
  await page.route('https://elsewhere.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${address}">open</a>` }),
  )
  await page.goto('https://elsewhere.example/')
  await page.getByRole('link', { name: 'open' }).click()
  await expect(page.getByText(texts.notFromHere)).toBeVisible()
  await expect(page.getByText(signedIn.email)).toHaveCount(0)
})

test('a visitor is asked to sign in before sending a request, and copies the command', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs/api/getProfile')
  await expect(page.getByText(texts.trySignedOut)).toBeVisible()
  await page.getByRole('button', { name: texts.copy }).first().click()
  await expect(page.getByText(texts.copied)).toBeAttached()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^curl http\S+\/api\/v1\/me \\\n {2}-H "Authorization: Bearer /)
})

test('on a phone, the contents open over the page and close again', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/docs/api/listUsers')
  const contents = page.getByRole('navigation', { name: texts.contents })
  await expect(contents).toBeHidden()
  await page.getByRole('button', { name: texts.openContents }).click()
  await contents.getByRole('link', { name: 'Get a user', exact: true }).click()
  await expect(page).toHaveURL('/docs/api/getUser')
  await expect(contents).toBeHidden()
})

test('a visitor finds a section of a guide, and copies its code', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs')
  await page.getByRole('main').getByLabel(texts.search).fill('kotlin')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Kotlin/ })
    .click()
  await expect(page).toHaveURL('/docs/guides/mobile-apps#kotlin')
  const kotlin = page.locator('figure').filter({ hasText: 'class ProviderSignIn(' })
  await kotlin.getByRole('button', { name: texts.copy }).click()
  await expect(kotlin.getByText(texts.copied)).toBeAttached()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('private const val API = "https://id.example.org/api/v1"\n')
})

for (const path of [
  '/docs',
  '/docs/api/signIn',
  '/docs/guides/mobile-apps',
  '/docs/guides/providers',
])
  test(`${path} is accessible in both themes and small on the wire`, async ({ page }) => {
    // The list of providers is the longest page.
    test.slow()
    let bytes = 0
    const client = await page.context().newCDPSession(page)
    await client.send('Network.enable')
    client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await look(page, path)
    // Prefetched pages count too.
    await page.waitForLoadState('networkidle')
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(MAX_BYTES)
  })

test('the reference has Turkish titles', async ({ browser, service }) => {
  const context = await browser.newContext({ baseURL: service.url, locale: 'tr-TR' })
  const page = await context.newPage()
  await look(page, '/docs/api/signIn')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'E-posta adresi ve parolayla oturum aç',
  )
  await expect(page.getByRole('heading', { name: tr.reference.body })).toBeVisible()
  await context.close()
})

test('a refused copy says what to do instead', async ({ page }) => {
  const faults = watchFaults(page)
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.goto('/docs/api/getProfile')
  await page.getByRole('button', { name: texts.copy }).first().click()
  await expect(page.getByText(texts.copyFailed)).toBeVisible()
  expect(faults).toEqual([])
})

import type { Page } from '@playwright/test'
import { expect, freshEmail, newVisitor, PASSWORD, test as base, watchFaults } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { expectSound } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import {
  type BotCheckStandIn,
  humanToken,
  startBotCheckStandIn,
} from '@/tests/kit/stand-ins/bot-check-stand-in'

const PROVIDER = 'https://challenges.cloudflare.com'
const SCRIPT = `${PROVIDER}/turnstile/v0/api.js*`
const TOKEN = 'input[name=botcheck_token]'
const texts = en.forms.botCheck

/**
 * The provider's script as far as the pages use it: shows a frame of its origin and soon returns
 * its token.
 */
const widgetScript = `(() => {
  const widgets = new Map()
  const solve = ({ options, frame }) => {
    const claims = { fate: 'pass', hostname: location.hostname, action: options.action, id: crypto.randomUUID() }
    frame.onload = () => options.callback(btoa(JSON.stringify(claims)))
    frame.src = '${PROVIDER}/widget?' + new URLSearchParams({ theme: options.theme, language: options.language })
  }
  window.turnstile = {
    render(container, options) {
      const frame = document.createElement('iframe')
      Object.assign(frame, { width: container.clientWidth, height: 65, title: 'Widget', frameBorder: 0 })
      container.append(frame)
      const id = 'w' + widgets.size
      widgets.set(id, { options, frame })
      solve(widgets.get(id))
      return id
    },
    reset: (id) => solve(widgets.get(id)),
    remove: (id) => widgets.get(id).frame.remove(),
  }
  window[new URL(document.currentScript.src).searchParams.get('onload')]()
})()`
const frameHtml =
  '<!doctype html><html lang="en"><title>Widget</title><p style="font:14px system-ui">Success!</p>'

const test = base.extend<{ provider: void }, { standIn: BotCheckStandIn }>({
  standIn: [
    async ({ services }, use) => {
      const standIn = await startBotCheckStandIn()
      await use(standIn)
      await services.stop()
      await standIn.close()
    },
    { scope: 'worker' },
  ],
  serviceEnv: ({ standIn }, use) => use(standIn.env),
  provider: [
    async ({ context }, use) => {
      await context.route(SCRIPT, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: widgetScript }),
      )
      await context.route(`${PROVIDER}/widget?*`, (route) =>
        route.fulfill({ contentType: 'text/html', body: frameHtml }),
      )
      await use()
    },
    { auto: true },
  ],
  person: async ({ service }, use) => {
    const person = { email: freshEmail(), password: PASSWORD }
    await service.api('register', { ...person, botcheck_token: humanToken() })
    const link = await service.mailedLink(person.email, 'verify-email')
    await service.api('verify-email', { token: new URL(link).searchParams.get('token') })
    await use(person)
  },
})

async function fillIn(page: Page, person: { email: string; password: string }) {
  await page.getByLabel(en.forms.email).fill(person.email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(person.password)
}
const submit = (page: Page) =>
  page.getByRole('button', { name: en.auth.login.submit, exact: true }).click()
const checked = (page: Page) => expect(page.locator(TOKEN)).toHaveAttribute('data-state', 'done')

test('a user passes the check and signs in', async ({ page, person, standIn }) => {
  const faults = watchFaults(page)
  await page.goto('/auth/login')
  await checked(page)
  const token = await page.locator(TOKEN).inputValue()
  await fillIn(page, person)
  await submit(page)
  await expect(page).toHaveURL('/dashboard')
  expect(faults).toEqual([])
  expect(standIn.asked.filter((form) => form.get('response') === token)).toHaveLength(1)
})

test('after a refused sign-in the check runs again, and the next attempt is accepted', async ({
  page,
  person,
}) => {
  await page.goto('/auth/login')
  await checked(page)
  const first = await page.locator(TOKEN).inputValue()
  await fillIn(page, { ...person, password: 'not the password 1' })
  await submit(page)
  await expect(page.getByText(en.problems.invalid_credentials.text)).toBeVisible()
  await checked(page)
  expect(await page.locator(TOKEN).inputValue()).not.toBe(first)
  await fillIn(page, person)
  await submit(page)
  await expect(page).toHaveURL('/dashboard')
})

test('submitting before the check is done does not require signing in twice', async ({
  context,
  page,
  person,
}) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await context.route(SCRIPT, async (route) => {
    await held
    await route.fallback()
  })
  await page.goto('/auth/login')
  await expect(page.getByText(texts.working)).toBeVisible()
  await fillIn(page, person)
  await submit(page)
  await expect(page.locator('form[aria-busy=true]')).toBeVisible()
  letGo()
  await expect(page).toHaveURL('/dashboard')
})

test('a check that does not load shows an error and can be retried', async ({
  context,
  page,
  person,
}) => {
  let blocked = true
  let refused = 0
  await context.route(SCRIPT, (route) => {
    if (!blocked) return route.fallback()
    refused++
    return route.abort()
  })
  await page.goto('/auth/login')
  await expect(page.getByText(texts.blocked)).toBeVisible()
  await fillIn(page, person)
  await submit(page)
  await expect(page.getByText(en.problems.botcheck_failed.text)).toBeVisible()
  // The refused post starts another attempt, which is blocked too.
  await expect.poll(() => refused).toBe(2)
  blocked = false
  await page.getByRole('button', { name: texts.retry }).click()
  await checked(page)
  await fillIn(page, person)
  await submit(page)
  await expect(page).toHaveURL('/dashboard')
})

test('navigating from a page without the check to one with it reloads the page', async ({
  page,
}) => {
  const faults = watchFaults(page)
  await page.goto('/auth/check-mail')
  await page.getByRole('link', { name: en.auth.checkMail.toLogin }).click()
  await expect(page).toHaveURL('/auth/login')
  await checked(page)
  await page.getByRole('link', { name: en.auth.login.registerLink }).click()
  await expect(page).toHaveURL('/auth/register')
  await checked(page)
  expect(faults).toEqual([])
})

for (const [path, button] of [
  ['/auth/forgot-password', en.auth.forgot.submit],
  ['/auth/resend-verification', en.auth.resend.submit],
  ['/auth/register', en.auth.register.submit],
] as const)
  test(`the form of ${path} includes the check`, async ({ page }) => {
    await page.goto(path)
    await checked(page)
    await page.getByLabel(en.forms.email).fill(freshEmail())
    if (path === '/auth/register')
      await page.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: button }).click()
    await expect(page).toHaveURL('/auth/check-mail')
  })

test('without JavaScript the form says what it needs, and a post is refused', async ({
  browser,
  service,
  person,
}) => {
  const context = await newVisitor(browser, service, false)
  const page = await context.newPage()
  await page.goto('/auth/login')
  // getByText ignores text inside <noscript>.
  const said = page.locator('noscript > div')
  await expect(said).toBeVisible()
  await expect(said).toHaveText(texts.noScript)
  await expect(page.getByText(texts.working)).toBeHidden()
  await fillIn(page, person)
  await submit(page)
  await expect(page.getByText(en.problems.botcheck_failed.text)).toBeVisible()
  await context.close()
})

for (const theme of ['light', 'dark'] as const)
  test(`the page with the check is accessible in ${theme} mode, and on a phone`, async ({
    page,
    service,
  }) => {
    await look(page, service, theme)
  })

async function look(page: Page, service: Service, theme: 'light' | 'dark') {
  await page.context().addCookies([{ name: 'theme', value: theme, url: service.url }])
  // As narrow as what `expectSound` measures: the check keeps the size that it loaded with.
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto('/auth/login')
  await checked(page)
  await expect(page.locator('iframe')).toHaveAttribute(
    'src',
    new RegExp(`theme=${theme}&language=en`),
  )
  await expectSound(page)
}

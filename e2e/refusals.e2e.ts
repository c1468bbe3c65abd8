import type { BrowserContext, Page } from '@playwright/test'
import { asAdmin, callAsAdmin, makeAccount } from '@/e2e/administrator'
import { expect, newVisitor, test } from '@/e2e/fixtures'
import { en } from '@/lib/i18n/en'

const MAX_AGE_SECONDS = 15
const { webhooks: texts, userDetail } = en
const WEBHOOK = { url: 'https://hooks.example.com/in', events: ['user.*'] }

test.use({
  ownService: 'refusals',
  serviceEnv: { AUTH_REAUTH_MAX_AGE: `${MAX_AGE_SECONDS}s` },
})

/** Open pages of an administrator whose sign-in is too old to change anything. */
interface Stage {
  context: BrowserContext
  webhook: Page
  user: Page
}

const stages: Stage[] = []

// One wait is enough for all pages.
test.beforeAll(async ({ browser, service }) => {
  const { id } = await callAsAdmin<{ id: string }>(service, 'POST', '/webhooks', WEBHOOK)
  const account = await makeAccount(service, ['user'])
  const open = async (context: BrowserContext, path: string) => {
    const page = await context.newPage()
    await page.goto(path)
    return page
  }
  for (const javaScriptEnabled of [true, false]) {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    stages.push({
      context,
      webhook: await open(context, `/dashboard/webhooks/${id}`),
      user: await open(context, `/dashboard/users/${account.id}`),
    })
  }
  await new Promise((done) => setTimeout(done, MAX_AGE_SECONDS * 1000))
})
test.afterAll(async () => {
  for (const { context } of stages) await context.close()
})

const refusal = (page: Page) =>
  page.getByRole('alert').filter({ hasText: en.problems.reauthentication_required.text })

for (const [index, way] of ['with', 'without'].entries()) {
  test(`a refused deletion says why and how to sign in again, and changes no other form, ${way} JavaScript`, async () => {
    const page = stages[index]!.webhook
    const path = new URL(page.url()).pathname
    await page.getByRole('button', { name: texts.actions.delete, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: texts.actions.delete, exact: true }).click()

    await expect(refusal(page)).toBeVisible()
    await expect(page.getByLabel(texts.fields.url, { exact: true })).toHaveValue(WEBHOOK.url)
    await expect(page.getByLabel(texts.events['user.*'])).toBeChecked()
    await refusal(page).getByRole('link', { name: en.ownAccount.signInAgain }).click()
    await expect(page).toHaveURL(`/auth/login?next=${encodeURIComponent(path)}`)
  })

  test(`refused roles stay selected, with a link to sign in again, ${way} JavaScript`, async () => {
    const page = stages[index]!.user
    await page.getByRole('checkbox', { name: 'admin' }).check()
    await page.getByRole('checkbox', { name: 'user', exact: false }).last().uncheck()
    await page.getByRole('button', { name: userDetail.roles.submit }).click()

    await expect(refusal(page).first()).toBeVisible()
    await expect(
      refusal(page).first().getByRole('link', { name: en.ownAccount.signInAgain }),
    ).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'admin' })).toBeChecked()
    await expect(
      page.getByRole('checkbox', { name: 'user', exact: false }).last(),
    ).not.toBeChecked()
  })
}

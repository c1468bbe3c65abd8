import type { BrowserContext, Page } from '@playwright/test'
import { asAdmin, callAsAdmin, makeAccount } from '@/e2e/administrator'
import { expect, type Service, test } from '@/e2e/fixtures'
import { en } from '@/lib/i18n/en'

const MAX_AGE_SECONDS = 15
const { webhooks: texts, userDetail } = en

test.use({
  ownService: 'refusals',
  serviceEnv: { AUTH_REAUTH_MAX_AGE: `${MAX_AGE_SECONDS}s` },
})

const refusal = (page: Page) =>
  page.getByRole('alert').filter({ hasText: en.problems.reauthentication_required.text })

/** Opens a page as the administrator and waits until the sign-in is too old to change anything. */
async function openWithOldSignIn(context: BrowserContext, service: Service, path: string) {
  await asAdmin(context, service)
  const page = await context.newPage()
  await page.goto(path)
  await page.waitForTimeout(MAX_AGE_SECONDS * 1000)
  return page
}

for (const javaScriptEnabled of [true, false]) {
  const way = javaScriptEnabled ? 'with' : 'without'

  test(`a refused deletion says why and how to sign in again, and changes no other form, ${way} JavaScript`, async ({
    browser,
    service,
  }) => {
    const webhook = { url: 'https://hooks.example.com/in', events: ['user.*'] }
    const { id } = await callAsAdmin<{ id: string }>(service, 'POST', '/webhooks', webhook)
    const path = `/dashboard/webhooks/${id}`
    const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled })
    const page = await openWithOldSignIn(context, service, path)

    await page.getByRole('button', { name: texts.actions.delete, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: texts.actions.delete, exact: true }).click()

    await expect(refusal(page)).toBeVisible()
    await expect(page.getByLabel(texts.fields.url, { exact: true })).toHaveValue(webhook.url)
    await expect(page.getByLabel(texts.events['user.*'])).toBeChecked()
    await refusal(page).getByRole('link', { name: en.ownAccount.signInAgain }).click()
    await expect(page).toHaveURL(`/auth/login?next=${encodeURIComponent(path)}`)
    await context.close()
  })

  test(`refused roles stay selected, with a link to sign in again, ${way} JavaScript`, async ({
    browser,
    service,
  }) => {
    const { id } = await makeAccount(service, ['user'])
    const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled })
    const page = await openWithOldSignIn(context, service, `/dashboard/users/${id}`)
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
    await context.close()
  })
}

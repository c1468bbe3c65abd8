import type { Page } from '@playwright/test'
import { ADMIN } from '@/e2e/administrator'
import { deafPage, expect, freshEmail, type Person, test, watchFaults } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { turnOnTwoStep } from '@/e2e/two-step-stage'
import { asWho, at, type Shown, stage } from '@/e2e/user-detail-stage'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'

const texts = en.userDetail
const acts = en.userActions

test.use({ ownService: 'administrator' })

/** Signs a user in over the API with that user agent. */
const loginBy = (agent: string, service: Service, { email, password }: Person) =>
  fetch(`${service.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ email, password }),
  })

/** Opens a button's dialog and confirms it. */
async function confirm(page: Page, button: string, title: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  const question = page.getByRole('dialog', { name: title })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: button, exact: true }).click()
}

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test('an account is deactivated, activated, deleted and restored, each dialog naming the user', async ({
      browser,
      service,
    }) => {
      const { person } = await stage(service)
      const { id, email } = await person(['user'])
      const context = await asWho(browser, service, ADMIN, javaScriptEnabled)
      const page = await context.newPage()
      const faults = watchFaults(page)
      await page.goto(at(id))
      await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
      for (const [move, status] of [
        ['deactivate', 'deactivated'],
        ['activate', 'active'],
        ['delete', 'deleted'],
        ['restore', 'active'],
      ] as const) {
        const { submit, title, done } = acts[move]
        await confirm(page, submit, formatMessage(title, { person: email }))
        await expect(page.getByText(formatMessage(done, { person: email }))).toBeVisible()
        await expect(page.getByText(texts.statuses[status], { exact: true })).toBeVisible()
      }
      expect(faults).toEqual([])
      await context.close()
    })

    test('roles are added and removed; an outdated form saves nothing and shows the current roles', async ({
      browser,
      service,
    }) => {
      const { call, person } = await stage(service)
      const { id } = await person(['user'])
      const context = await asWho(browser, service, ADMIN, javaScriptEnabled)
      const [page, late] = [await context.newPage(), await deafPage(context)]
      await page.goto(at(id))
      await late.goto(at(id))
      await page.getByLabel('Editor').check()
      await page.getByRole('button', { name: texts.roles.submit }).click()
      await expect(page.getByText(texts.roles.done)).toBeVisible()
      await expect(page.getByLabel('Editor')).toBeChecked()
      await late.getByLabel('Helper').check()
      await late.getByRole('button', { name: texts.roles.submit }).click()
      await expect(late.getByText(texts.refusals.precondition_failed)).toBeVisible()
      await expect(late.getByLabel('Editor')).toBeChecked()
      await expect(late.getByLabel('Helper')).not.toBeChecked()
      expect((await call<Shown>('GET', `/users/${id}`)).roles).toEqual(['Editor', 'user'])
      await late.getByLabel('Editor').uncheck()
      await late.getByRole('button', { name: texts.roles.submit }).click()
      await expect(late.getByText(texts.roles.done)).toBeVisible()
      expect((await call<Shown>('GET', `/users/${id}`)).roles).toEqual(['user'])
      await context.close()
    })

    test('one session is ended and the others stay; one that ended meanwhile is reported as ended', async ({
      browser,
      service,
    }) => {
      const { call, person } = await stage(service)
      const member = await person(['user'])
      for (const agent of ['curl/8.5.0', 'PostmanRuntime/7.40.0'])
        expect((await loginBy(agent, service, member)).status).toBe(200)
      const context = await asWho(browser, service, ADMIN, javaScriptEnabled)
      const [page, late] = [await context.newPage(), await deafPage(context)]
      for (const tab of [page, late]) await tab.goto(at(member.id))
      // The page's audit trail names the ended session too.
      const rowOf = (tab: Page, agent: string) =>
        tab.locator('#sessions').getByRole('row').filter({ hasText: agent })
      const endCurl = async (tab: Page) => {
        await rowOf(tab, 'curl').getByRole('button', { name: texts.sessions.endOne }).click()
        const question = tab.getByRole('dialog', {
          name: formatMessage(texts.sessions.endOneTitle, { person: member.email }),
        })
        await question.getByRole('button', { name: texts.sessions.endOne }).click()
      }
      await endCurl(page)
      await expect(
        page.getByText(formatMessage(texts.sessions.endOneDone, { person: member.email })),
      ).toBeVisible()
      await expect(rowOf(page, 'curl')).toHaveCount(0)
      await expect(rowOf(page, 'Postman')).toHaveCount(1)
      const left = await call<{ data: { user_agent: string }[] }>(
        'GET',
        `/users/${member.id}/sessions`,
      )
      expect(left.data.map(({ user_agent }) => user_agent)).toEqual(['PostmanRuntime/7.40.0'])
      await endCurl(late)
      await expect(late.getByText(texts.refusals.not_found)).toBeVisible()
      await context.close()
    })

    test('a pending invitation is resent', async ({ browser, service }) => {
      const { person } = await stage(service)
      const { id, email } = await person(['user'], true)
      const first = await service.mailedLink(email, 'invitation')
      const context = await asWho(browser, service, ADMIN, javaScriptEnabled)
      const page = await context.newPage()
      await page.goto(at(id))
      await page.getByRole('button', { name: texts.invitation.send }).click()
      await expect(
        page.getByText(formatMessage(texts.invitation.sent, { person: email })),
      ).toBeVisible()
      await expect.poll(() => service.mailedLink(email, 'invitation')).not.toBe(first)
      await context.close()
    })

    test('the address is changed, and every session ended', async ({ browser, service }) => {
      const { call, person } = await stage(service)
      const member = await person(['user'])
      await service.api('login', member)
      const context = await asWho(browser, service, ADMIN, javaScriptEnabled)
      const page = await context.newPage()
      await page.goto(at(member.id))
      await page.getByText(texts.email.change, { exact: true }).first().click()
      const field = page.getByLabel(texts.email.label)
      await field.fill(member.email)
      await page.getByRole('button', { name: texts.email.submit }).click()
      await expect(page.getByText(en.forms.fieldErrors.same_email)).toBeVisible()
      await field.fill(ADMIN.email)
      await page.getByRole('button', { name: texts.email.submit }).click()
      await expect(page.getByText(en.problems.email_taken.text)).toBeVisible()
      await expect(field).toHaveValue(ADMIN.email)
      const email = freshEmail()
      await field.fill(email)
      await page.getByRole('button', { name: texts.email.submit }).click()
      await expect(page.getByText(texts.email.done)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
      const { submit, title, done } = acts.end_sessions
      await confirm(page, submit, formatMessage(title, { person: email }))
      await expect(page.getByText(formatMessage(done, { person: email }))).toBeVisible()
      await expect(page.getByText(texts.sessions.none)).toBeVisible()
      expect((await call<{ data: [] }>('GET', `/users/${member.id}/sessions`)).data).toEqual([])
      await context.close()
    })
  })

test('two-step verification is reset: the owner is signed out everywhere and can sign in with the password', async ({
  browser,
  service,
}) => {
  const { person } = await stage(service)
  const owner = await person(['user'])
  await turnOnTwoStep(service, owner)
  const context = await asWho(browser, service, ADMIN)
  const page = await context.newPage()
  await page.goto(at(owner.id))
  const { signInMethods } = texts
  await confirm(
    page,
    signInMethods.reset,
    formatMessage(signInMethods.resetTitle, { person: owner.email }),
  )
  await expect(
    page.getByText(formatMessage(signInMethods.done, { person: owner.email })),
  ).toBeVisible()
  await expect(page.getByText(texts.sessions.none)).toBeVisible()
  await expect(page.getByRole('button', { name: signInMethods.reset, exact: true })).toHaveCount(0)
  expect(await (await service.api('login', owner)).json()).toMatchObject({
    user: { mfa_enabled: false },
  })
  await context.close()
})

test('administrators change their own address on the account page', async ({
  browser,
  service,
}) => {
  const { call } = await stage(service)
  const { data } = await call<{ data: Shown[] }>('GET', `/users?query=${ADMIN.email}`)
  const context = await asWho(browser, service, ADMIN)
  const page = await context.newPage()
  await page.goto(at(data[0]!.id))
  await expect(page.getByText(texts.email.ownHint)).toBeVisible()
  await expect(page.getByLabel(texts.email.label)).toHaveCount(0)
  await page.getByRole('link', { name: en.ownAccount.email.change }).click()
  await expect(page).toHaveURL('/dashboard/account/email')
  await context.close()
})

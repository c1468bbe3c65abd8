import type { Browser, BrowserContext, Page } from '@playwright/test'
import { generateSync } from 'otplib'
import {
  deafPage,
  expect,
  freshEmail,
  PASSWORD,
  signIn,
  test,
  watchFaults,
  type Service,
} from '@/e2e/fixtures'
import { expectAccessible, expectFitsPhone } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format-message'

const texts = en.userDetail
const acts = en.userActs
const ADMIN = { email: 'root@example.com', password: PASSWORD }

// A service of its own: this file makes the first administrator.
test.use({ serviceEnv: { AUTH_ACCESS_TOKEN_TTL: '13m' } })

/** What the administrator does over the API, to set a stage and to look behind it. */
interface Stage {
  call<T>(method: string, path: string, body?: object): Promise<T>
  /** An account with these roles that can sign in, or not yet (`invited`). */
  person(roles: string[], invited?: boolean): Promise<{ id: string; email: string; password: string }>
}

interface Shown {
  id: string
  email: string
  status: string
  roles: string[]
  version: number
}

let admin: Promise<Stage> | undefined
const stage = (service: Service) => (admin ??= setUp(service))

async function setUp(service: Service): Promise<Stage> {
  const token = new URL(service.setupLink()).searchParams.get('token')
  const made = (await (await service.api('setup', { token, ...ADMIN })).json()) as { access_token: string }
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${made.access_token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (answer.status === 204 ? null : await answer.json()) as T
  }
  await call('POST', '/rbac/roles', { name: 'Editor', description: 'Edits', permissions: ['contacts:list'] })
  await call('POST', '/rbac/roles', { name: 'Reader', permissions: ['users:read'] })
  await call('POST', '/rbac/roles', {
    name: 'Helper',
    permissions: ['users:list', 'users:read', 'users:activate', 'users:role:change'],
  })
  return { call, person: (roles, invited) => makePerson(service, call, roles, invited) }
}

async function makePerson(service: Service, call: Stage['call'], roles: string[], invited = false) {
  const email = freshEmail()
  if (!invited) {
    await service.api('register', { email, password: PASSWORD })
    const link = await service.mailedLink(email, 'verify-email')
    await service.api('verify-email', { token: new URL(link).searchParams.get('token') })
    const { data } = await call<{ data: Shown[] }>('GET', `/users?query=${email}`)
    await call('PUT', `/users/${data[0]!.id}/roles`, { roles })
    return { id: data[0]!.id, email, password: PASSWORD }
  }
  const { id } = await call<Shown>('POST', '/users', { email, roles })
  return { id, email, password: PASSWORD }
}

async function asWho(browser: Browser, service: Service, who: typeof ADMIN, javaScriptEnabled = true) {
  const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled })
  await signIn(context, service, who)
  return context
}

/** Signs somebody in over the API, by a program of that name. */
const loginBy = (agent: string, service: Service, { email, password }: typeof ADMIN) =>
  fetch(`${service.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ email, password }),
  })

const at = (id: string) => `/dashboard/users/${id}`
/** Opens the question of a button and says yes. */
async function confirm(page: Page, button: string, title: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  const question = page.getByRole('dialog', { name: title })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: button, exact: true }).click()
}

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test('an account is deactivated, activated, deleted and restored, each by name', async ({
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

    test('roles are given and taken; a form that is out of date saves nothing and shows what is so', async ({
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

    test('one session is ended and the others go on; one that has ended meanwhile is said to have', async ({
      browser,
      service,
    }) => {
      const { call, person } = await stage(service)
      const somebody = await person(['user'])
      for (const agent of ['curl/8.5.0', 'PostmanRuntime/7.40.0'])
        expect((await loginBy(agent, service, somebody)).status).toBe(200)
      const context = await asWho(browser, service, ADMIN, javaScriptEnabled)
      const [page, late] = [await context.newPage(), await deafPage(context)]
      for (const tab of [page, late]) await tab.goto(at(somebody.id))
      // The audit trail of the page names the ended session too.
      const rowOf = (tab: Page, agent: string) =>
        tab.locator('#sessions').getByRole('row').filter({ hasText: agent })
      const endCurl = async (tab: Page) => {
        await rowOf(tab, 'curl').getByRole('button', { name: texts.sessions.endOne }).click()
        const question = tab.getByRole('dialog', {
          name: formatMessage(texts.sessions.endOneTitle, { person: somebody.email }),
        })
        await question.getByRole('button', { name: texts.sessions.endOne }).click()
      }
      await endCurl(page)
      await expect(
        page.getByText(formatMessage(texts.sessions.endOneDone, { person: somebody.email })),
      ).toBeVisible()
      await expect(rowOf(page, 'curl')).toHaveCount(0)
      await expect(rowOf(page, 'Postman')).toHaveCount(1)
      const left = await call<{ data: { user_agent: string }[] }>('GET', `/users/${somebody.id}/sessions`)
      expect(left.data.map(({ user_agent }) => user_agent)).toEqual(['PostmanRuntime/7.40.0'])
      await endCurl(late)
      await expect(late.getByText(texts.refusals.not_found)).toBeVisible()
      await context.close()
    })

    test('an open invitation is sent again', async ({ browser, service }) => {
      const { person } = await stage(service)
      const { id, email } = await person(['user'], true)
      const first = await service.mailedLink(email, 'invitation')
      const context = await asWho(browser, service, ADMIN, javaScriptEnabled)
      const page = await context.newPage()
      await page.goto(at(id))
      await page.getByRole('button', { name: texts.invitation.send }).click()
      await expect(page.getByText(formatMessage(texts.invitation.sent, { person: email }))).toBeVisible()
      await expect.poll(() => service.mailedLink(email, 'invitation')).not.toBe(first)
      await context.close()
    })

    test('the address is changed, and every session ended', async ({ browser, service }) => {
      const { call, person } = await stage(service)
      const somebody = await person(['user'])
      await service.api('login', somebody)
      const context = await asWho(browser, service, ADMIN, javaScriptEnabled)
      const page = await context.newPage()
      await page.goto(at(somebody.id))
      await page.getByText(texts.email.change, { exact: true }).first().click()
      const field = page.getByLabel(texts.email.label)
      await field.fill(somebody.email)
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
      expect((await call<{ data: [] }>('GET', `/users/${somebody.id}/sessions`)).data).toEqual([])
      await context.close()
    })
  })

test('a second factor that was lost is reset: the owner is out everywhere, and gets in with the password', async ({
  browser,
  service,
}) => {
  const { person } = await stage(service)
  const owner = await person(['user'])
  const { access_token: bearer } = (await (await service.api('login', owner)).json()) as {
    access_token: string
  }
  const asOwner = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const answer = await fetch(`${service.url}/api/v1/auth/mfa/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { secret: string }
  }
  const { secret } = await asOwner('setup', { password: owner.password })
  await asOwner('enable', { code: generateSync({ secret }) })
  const context = await asWho(browser, service, ADMIN)
  const page = await context.newPage()
  await page.goto(at(owner.id))
  const { waysIn } = texts
  await confirm(page, waysIn.reset, formatMessage(waysIn.resetTitle, { person: owner.email }))
  await expect(page.getByText(formatMessage(waysIn.done, { person: owner.email }))).toBeVisible()
  await expect(page.getByText(texts.sessions.none)).toBeVisible()
  await expect(page.getByRole('button', { name: waysIn.reset, exact: true })).toHaveCount(0)
  expect(await (await service.api('login', owner)).json()).toMatchObject({ user: { mfa_enabled: false } })
  await context.close()
})

test('an administrator is led to the account page for their own address', async ({ browser, service }) => {
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

test('who only reads users sees no form, and no hand-made one is taken', async ({ browser, service }) => {
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
  for (const intent of [
    'activate',
    'deactivate',
    'delete',
    'restore',
    'end_sessions',
    'end_session',
    'reset_mfa',
    'roles',
    'email',
  ])
    expect(await handMade(context, service, target.id, { intent, version: '3', email: freshEmail() })).toBe(
      403,
    )
  expect(await look()).toEqual(before)
  await context.close()
})

async function handMade(context: BrowserContext, service: Service, id: string, form: Record<string, string>) {
  const answer = await context.request.post(service.url + at(id), {
    form,
    headers: { origin: service.url },
    maxRedirects: 0,
  })
  return answer.status()
}

test('who holds less is told why nothing can be changed, and which roles they cannot give', async ({
  browser,
  service,
}) => {
  const { call, person } = await stage(service)
  const [helper, root, plain] = [await person(['Helper']), await person(['admin']), await person(['user'])]
  const context = await asWho(browser, service, helper)
  const page = await context.newPage()
  await page.goto(at(root.id))
  await expect(page.getByText(texts.outranked)).toBeVisible()
  await expect(page.locator('main form')).toHaveCount(0)
  const before = await call('GET', `/users/${root.id}`)
  expect(await handMade(context, service, root.id, { intent: 'deactivate' })).toBe(303)
  await page.goto(at(root.id))
  await expect(page.getByText(texts.refusals.privilege_escalation)).toBeVisible()
  expect(await call('GET', `/users/${root.id}`)).toEqual(before)
  await page.goto(at(plain.id))
  await expect(page.getByLabel('admin')).toBeDisabled()
  await expect(page.getByLabel('admin')).toHaveAccessibleDescription(new RegExp(texts.roles.notGrantable))
  await expect(page.getByLabel('Helper')).toBeEnabled()
  await context.close()
})

test('whoever may not read users sees no one, and nobody is found under an id that is none', async ({
  browser,
  page,
  signedIn,
  service,
}) => {
  expect(signedIn.email).toBeTruthy()
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

for (const theme of ['light', 'dark'] as const)
  test(`the page is sound in ${theme} colours, and fits a phone`, async ({ browser, service }) => {
    const { person } = await stage(service)
    const [helper, root, waits] = [
      await person(['Helper']),
      await person(['admin']),
      await person(['Editor', 'Reader'], true),
    ]
    const [ours, theirs] = [await asWho(browser, service, ADMIN), await asWho(browser, service, helper)]
    for (const [context, id] of [
      [ours, waits.id],
      [ours, root.id],
      [theirs, root.id],
      [theirs, waits.id],
    ] as const) {
      const page = await context.newPage()
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await isSound(page, at(id))
      await expectFitsPhone(page)
      await page.close()
    }
    await Promise.all([ours.close(), theirs.close()])
  })

/** axe finds nothing, also with a question open; nothing breaks the content security policy. */
async function isSound(page: Page, path: string) {
  const faults = watchFaults(page)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await expectAccessible(page)
  const ask = page.getByRole('button', { name: acts.deactivate.submit, exact: true })
  if ((await ask.count()) > 0) {
    await ask.click()
    await expectAccessible(page)
  }
  expect(faults).toEqual([])
}

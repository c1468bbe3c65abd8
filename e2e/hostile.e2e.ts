import { expect, freshEmail, PASSWORD, sessionOf, signIn, test } from '@/e2e/fixtures'
import { en } from '@/lib/i18n/en'
import { formDataOf } from '@/tests/kit/page-form'
import { rawRequest } from '@/tests/kit/raw-request'

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  {},
]
const POSTS: [path: string, fields: Record<string, string>][] = [
  ['/auth/login', { email: 'a@example.com', password: 'x' }],
  ['/auth/register', { email: 'a@example.com', password: PASSWORD }],
  ['/auth/forgot-password', { email: 'a@example.com' }],
  ['/auth/logout', {}],
  ['/auth/renew', {}],
  ['/preferences', { theme: 'dark' }],
  ['/dashboard/account', { name: 'Taken over' }],
  ['/dashboard/account/password', { intent: 'send_link' }],
  ['/dashboard/account/connections', { intent: 'connect', provider: 'google' }],
  ['/dashboard/account/connections', { intent: 'disconnect', provider: 'google' }],
  [
    '/dashboard/account/password',
    { intent: 'change', current_password: PASSWORD, new_password: 'something else 99' },
  ],
  ['/auth/mfa', { code: '000000' }],
  ['/dashboard/account/security', { intent: 'setup', password: PASSWORD }],
  ['/dashboard/account/sessions', { intent: 'revoke_others' }],
]

test('cross-site posts are refused and change nothing (CSRF)', async ({
  context,
  service,
  signedIn: _,
}) => {
  const before = await context.cookies()
  const cookie = before.map(({ name, value }) => `${name}=${value}`).join('; ')
  for (const [path, fields] of POSTS) {
    for (const headers of FOREIGN) {
      const answer = await fetch(service.url + path, {
        method: 'POST',
        headers: { cookie, ...headers },
        body: asForm(fields),
        redirect: 'manual',
      })
      expect(answer.status, `${path} ${JSON.stringify(headers)}`).toBe(403)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  }
  const page = await context.newPage()
  await page.goto('/dashboard/account')
  await expect(page.getByLabel(en.forms.name)).toHaveValue('')
})

test('a form on another site signs no one out', async ({ context, service, signedIn: _ }) => {
  const page = await context.newPage()
  // Another port of the same host is same-site: SameSite cookies are sent, but the Origin differs.
  await page.route('http://localhost:9/evil', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${service.url}/auth/logout"><button>Win</button></form>`,
    }),
  )
  await page.goto('http://localhost:9/evil')
  const [answer] = await Promise.all([
    page.waitForResponse(`${service.url}/auth/logout`),
    page.getByRole('button').click(),
  ])
  expect(answer.status()).toBe(403)
  expect((await sessionOf(context)).signedIn).toBe(true)
  await page.goto(`${service.url}/dashboard`)
  await expect(page).toHaveURL(`${service.url}/dashboard`)
})

test('GET requests change nothing: sign-out and emailed links', async ({
  page,
  service,
  signedIn: _,
}) => {
  await page.goto('/auth/logout')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard')
  const email = freshEmail()
  await service.api('register', { email, password: PASSWORD })
  const link = await service.mailedLink(email, 'verify-email')
  for (const method of ['GET', 'HEAD']) expect((await fetch(link, { method })).status).toBe(200)
  const token = new URL(link).searchParams.get('token')
  expect((await service.api('verify-email', { token })).status).toBe(200)
  expect((await service.api('verify-email', { token })).status).toBe(400)
})

test('a page with a secret in its address sends no Referer, and its form still works', async ({
  page,
  service,
  person,
}) => {
  await service.api('forgot-password', { email: person.email })
  const link = await service.mailedLink(person.email, 'reset-password')
  const answer = await page.goto(link)
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  await page.getByLabel(en.forms.newPassword, { exact: true }).fill('lantern mosaic harbour 31')
  const [post] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    page.getByRole('button', { name: en.auth.reset.submit }).click(),
  ])
  expect((await post.allHeaders()).referer).toBeUndefined()
  await expect(page).toHaveURL('/auth/login')
})

for (const next of [
  '//evil.example',
  '///evil.example',
  'https://evil.example',
  '/\\evil.example',
  '/%09/evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  'javascript:alert(1)',
  '/auth/logout',
  '/api/v1/me',
]) {
  test(`sign-in ignores an unsafe return path: ?next=${next}`, async ({ page, person }) => {
    await page.goto(`/auth/login?next=${encodeURIComponent(next)}`)
    await page.getByLabel(en.forms.email).fill(person.email)
    await page.getByLabel(en.forms.password, { exact: true }).fill(person.password)
    await page.getByRole('button', { name: en.auth.login.submit, exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
  })
}

test('sign-in leads back to the requested page', async ({ page, person }) => {
  await page.goto('/dashboard/account/sessions')
  await expect(page).toHaveURL('/auth/login?next=%2Fdashboard%2Faccount%2Fsessions')
  await page.getByLabel(en.forms.email).fill(person.email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(person.password)
  await page.getByRole('button', { name: en.auth.login.submit, exact: true }).click()
  await expect(page).toHaveURL('/dashboard/account/sessions')
})

/** Texts that only dashboard pages contain. */
const SHOWN_INSIDE = new RegExp(`${en.shell.accountMenu}|users:role:change|${en.home.lead}`)

test('no dashboard page opens without a session, whatever the request headers claim', async ({
  service,
}) => {
  const tricks: Record<string, string>[] = [
    {},
    { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
    { 'x-middleware-subrequest': 'src/middleware' },
    { 'x-gatehouse-page': '/dashboard', 'x-gatehouse-nonce': 'x' },
    { 'x-nextjs-data': '1' },
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
    { 'x-invoke-path': '/dashboard', 'x-matched-path': '/dashboard' },
    { 'x-forwarded-host': 'evil.example', 'x-original-url': '/dashboard' },
    { authorization: 'Bearer x', cookie: 'access=x; refresh=x' },
  ]
  const paths = [
    '/dashboard',
    '/dashboard/account',
    '/dashboard/rbac/permissions',
    '/auth/../dashboard',
    '/_next/../dashboard',
  ]
  const { port } = service.process
  for (const path of paths) {
    for (const headers of tricks) {
      for (const method of ['GET', 'HEAD']) {
        // Not with `fetch`, which would resolve the dots in a path.
        const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
        const first = [`${method} ${path} HTTP/1.1`, `Host: localhost:${port}`]
        const answer = await rawRequest(port, [...first, ...lines])
        expect(
          [303, 307, 308, 400, 401, 404],
          `${method} ${path} ${JSON.stringify(headers)}`,
        ).toContain(answer.status)
        expect(answer.headers.location ?? '').not.toContain('evil')
        expect(answer.body).not.toMatch(SHOWN_INSIDE)
      }
    }
  }
})

test('cookies of any shape never break a page', async ({ service }) => {
  const shapes = [
    '%ZZ',
    'access=%ZZ; refresh=%',
    'flash=%7B; flash=e30',
    `theme=${'x'.repeat(3900)}`,
    Array.from({ length: 200 }, (_, n) => `c${n}=v`).join('; '),
    'access=a; access=b',
    'locale=xx; theme=<script>',
  ]
  for (const cookie of shapes) {
    for (const path of ['/auth/login', '/dashboard']) {
      const answer = await fetch(service.url + path, { headers: { cookie }, redirect: 'manual' })
      expect(answer.status, cookie.slice(0, 40)).toBe(path === '/dashboard' ? 303 : 200)
    }
  }
})

test('form endpoints accept only forms', async ({ service }) => {
  const post = (body: string, type: string) =>
    fetch(`${service.url}/auth/login`, {
      method: 'POST',
      headers: { origin: service.url, 'content-type': type },
      body,
      redirect: 'manual',
    })
  const json = await post('{"email":"a@b.co","password":"x"}', 'application/json')
  expect(json.status).toBe(415)
  expect(await json.text()).toContain('use the API at /api/v1')
  expect((await post('email=a%40b.co&password=x', 'text/plain')).status).toBe(415)
  expect(
    (
      await post(
        `email=a%40b.co&password=${'x'.repeat(1_000_000)}`,
        'application/x-www-form-urlencoded',
      )
    ).status,
  ).toBe(413)
  expect(
    (await post('email=a%40b.co&password=x', 'application/x-www-form-urlencoded')).status,
  ).toBe(415)
})

/** Known attacks on React's decoder, and variants: none may reach our code or Next's error page. */
const MALFORMED: [what: string, parts: Record<string, string>][] = [
  ['a path into the prototype', { '0': '["$1:__proto__:then"]' }],
  [
    'a thenable (CVE-2025-55182)',
    { '0': '["$1"]', '1': '{"then":"$1:__proto__:then","_response":{"_prefix":"x"}}' },
  ],
  ['a reference to itself', { '0': '["$0"]' }],
  ['a deep nesting', { '0': `${'['.repeat(20_000)}${']'.repeat(20_000)}` }],
  ['a server reference', { '0': '["$F1"]', '1': '{"id":"x","bound":["$@2"]}' }],
  ['a large number', { '0': `["$n${'9'.repeat(50_000)}"]` }],
  ['a blob', { '0': '["$B1"]' }],
  ['an iterator', { '0': '["$i1"]', '1': '{"length":1e9}' }],
  ['nothing', {}],
  ['no JSON', { '0': '{{{' }],
]

test('malformed server action calls are refused, and the service keeps running', async ({
  service,
}) => {
  const page = `${service.url}/auth/login`
  const html = await (await fetch(page)).text()
  const [, id = ''] = /&quot;id&quot;:&quot;([0-9a-f]{42})&quot;/.exec(html) ?? []
  const call = (action: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(page, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { origin: service.url, 'next-action': action, ...headers },
    })
  for (const [what, parts] of MALFORMED) {
    const answer = await call(id, asForm(parts))
    expect(answer.status, what).toBeGreaterThanOrEqual(400)
    expect(answer.status, what).toBeLessThan(500)
    expect(answer.headers.getSetCookie(), what).toEqual([])
  }
  expect((await call(id, 'x', { 'content-type': 'application/json' })).status).toBe(415)
  expect((await call(id, 'x', { 'content-type': 'multipart/form-data; boundary=x' })).status).toBe(
    400,
  )
  expect((await call('a'.repeat(40), asForm({ '0': '[]' }))).status).toBe(400)
  expect((await call('0'.repeat(42), asForm({ '0': '[]' }))).status).toBe(409)
  expect((await call(id, asForm({ '0': '[]' }), { origin: 'https://evil.example' })).status).toBe(
    403,
  )
  expect((await call(id, asForm({ '0': 'x'.repeat(200_000) }))).status).toBe(413)
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
})

test('a captured form post does not work after its session has ended', async ({
  context,
  page,
  service,
  signedIn,
}) => {
  const profile = `${service.url}/dashboard/account`
  const opened = await context.request.get(profile)
  const form = formDataOf(await opened.text(), { name: 'Ada', locale: 'en' })!
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const send = async () => {
    const headers = { origin: service.url, cookie }
    const answer = await fetch(profile, { method: 'POST', body: form, redirect: 'manual', headers })
    return [answer.status, answer.headers.get('location')]
  }
  expect(await send()).toEqual([303, '/dashboard/account'])
  await page.goto('/auth/logout')
  await page.getByRole('main').getByRole('button', { name: en.auth.logout.submit }).click()
  await expect(page).toHaveURL('/auth/login')
  form.set('name', 'Overheard')
  expect(await send()).toEqual([303, expect.stringContaining('/auth/login?next=')])
  await signIn(context, service, signedIn)
  await page.goto('/dashboard/account')
  await expect(page.getByLabel(en.forms.name)).toHaveValue('Ada')
})

function asForm(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

import { expect, freshEmail, PASSWORD, signIn, test, type Service } from '@/e2e/fixtures'
import { en } from '@/lib/i18n/en'

const ADMIN = { email: 'lister@example.com', password: PASSWORD, name: 'Ada Lovelace' }

// A service of its own: this file makes the first administrator.
test.use({ serviceEnv: { AUTH_ACCESS_TOKEN_TTL: '13m' } })

type Call = <T>(method: string, path: string, body?: object | string) => Promise<T>
let admin: Promise<Call> | undefined
/** What the administrator does over the API, to set the stage. */
const stage = (service: Service) => (admin ??= setUp(service))

async function setUp(service: Service): Promise<Call> {
  const token = new URL(service.setupLink()).searchParams.get('token')
  const made = (await (await service.api('setup', { token, ...ADMIN })).json()) as { access_token: string }
  return async <T>(method: string, path: string, body?: object | string): Promise<T> => {
    const type = typeof body === 'string' ? 'text/csv' : 'application/json'
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${made.access_token}`, 'content-type': type },
      ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
}

for (const javaScriptEnabled of [true, false])
  test(`the title of every page about one thing names it, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const call = await stage(service)
    const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled })
    await signIn(context, service, ADMIN)
    const page = await context.newPage()
    const email = freshEmail()
    const name = `Thing ${email.slice(0, 8)}`
    const nameless = await call<{ id: string }>('POST', '/users', { email })
    const user = await call<{ id: string }>('POST', '/users', { email: freshEmail(), name })
    const role = await call<{ id: string }>('POST', '/rbac/roles', { name, permissions: [] })
    const message = { title: name, body: 'Hello', channels: ['inbox'] }
    const template = await call<{ id: string }>('POST', '/notifications/templates', { name, ...message })
    const batch = await call<{ batch_id: string }>('POST', '/notifications', {
      to: { all: true },
      ...message,
    })
    await call('POST', '/contact', { name: 'Visitor', email, subject: name, message: 'Hello' })
    const { data } = await call<{ data: { id: string }[] }>('GET', '/contacts')
    for (const [path, title] of [
      [`/dashboard/users/${user.id}`, `${name} · ${en.users.title}`],
      [`/dashboard/users/${nameless.id}`, `${email} · ${en.users.title}`],
      [`/dashboard/rbac/roles/${role.id}`, `${name} · ${en.roles.title}`],
      [`/dashboard/notifications/${batch.batch_id}`, `${name} · ${en.notificationPages.title}`],
      [
        `/dashboard/notifications/templates/${template.id}`,
        `${name} · ${en.notificationPages.templates.title}`,
      ],
      [`/dashboard/contacts?message=${data[0]!.id}`, `${name} · ${en.contacts.title}`],
    ] as const) {
      await page.goto(path)
      await expect(page, path).toHaveTitle(`${title} · Gatehouse`)
    }
    const { id } = await call<{ id: string }>(
      'POST',
      '/users/imports?dry_run=true',
      `email\n${freshEmail()}\n`,
    )
    await page.goto(`/dashboard/users/import/${id}`)
    await expect(page).toHaveTitle(new RegExp(`^\\d.+ · ${en.userImport.title} · Gatehouse$`))
    await context.close()
  })

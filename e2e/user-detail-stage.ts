import type { Browser } from '@playwright/test'
import { freshEmail, PASSWORD, signIn, type Service } from '@/e2e/fixtures'

export const ADMIN = { email: 'root@example.com', password: PASSWORD }

/** What the administrator does over the API to set up a test and check its results. */
interface Stage {
  call<T>(method: string, path: string, body?: object): Promise<T>
  /** An account with these roles that can sign in, or not yet (`invited`). */
  person(
    roles: string[],
    invited?: boolean,
  ): Promise<{ id: string; email: string; password: string }>
}

export interface Shown {
  id: string
  email: string
  status: string
  roles: string[]
  version: number
}

/** Once per service: the first caller creates the administrator. */
let admin: Promise<Stage> | undefined
export const stage = (service: Service) => (admin ??= setUp(service))

async function setUp(service: Service): Promise<Stage> {
  const token = new URL(service.setupLink()).searchParams.get('token')
  const made = (await (await service.api('setup', { token, ...ADMIN })).json()) as {
    access_token: string
  }
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${made.access_token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (answer.status === 204 ? null : await answer.json()) as T
  }
  await call('POST', '/rbac/roles', {
    name: 'Editor',
    description: 'Edits',
    permissions: ['contacts:list'],
  })
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

/** A browser with a signed-in user. */
export async function asWho(
  browser: Browser,
  service: Service,
  who: typeof ADMIN,
  javaScriptEnabled = true,
) {
  const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled })
  await signIn(context, service, who)
  return context
}

/** The page of a user. */
export const at = (id: string) => `/dashboard/users/${id}`

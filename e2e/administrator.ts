import type { BrowserContext } from '@playwright/test'
import { freshEmail, makePerson, PASSWORD, type Person, signIn } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { isLongRun } from '@/tests/kit/long-run'

/**
 * Whether JavaScript is on, for journeys of administrators whose kinds of forms other journeys
 * submit without it. `npm run test:long` runs them both ways.
 */
export const ADMIN_MODES = isLongRun ? [true, false] : [true]

/** The first administrator of a service, whom the first use here creates. */
export const ADMIN: Person = { email: 'root@example.com', password: PASSWORD }

const tokens = new WeakMap<Service, Promise<string>>()

function tokenOf(service: Service): Promise<string> {
  const known = tokens.get(service) ?? setUp(service)
  tokens.set(service, known)
  return known
}

async function setUp(service: Service): Promise<string> {
  const token = new URL(service.setupLink()).searchParams.get('token')
  return accessToken(await service.api('setup', { token, ...ADMIN }))
}

async function accessToken(answer: Response): Promise<string> {
  if (!answer.ok) throw new Error(`the administrator was refused: ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Signs a browser in as the administrator. */
export async function asAdmin(context: BrowserContext, service: Service): Promise<void> {
  await tokenOf(service)
  await signIn(context, service, ADMIN)
}

/**
 * Sends a request of the administrator. A text is sent as CSV. Throws if the answer is an error.
 */
export async function callAsAdmin<T>(
  service: Service,
  method: string,
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
): Promise<T> {
  let answer = await send(service, method, path, body, headers)
  if (answer.status === 401) {
    // The token expired, or a test ended the session.
    tokens.set(service, service.api('login', ADMIN).then(accessToken))
    answer = await send(service, method, path, body, headers)
  }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (answer.status === 204 ? null : await answer.json()) as T
}

async function send(
  service: Service,
  method: string,
  path: string,
  body: object | string | undefined,
  headers: Record<string, string>,
) {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json'
  return fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: {
      ...headers,
      authorization: `Bearer ${await tokenOf(service)}`,
      ...(body !== undefined && { 'content-type': type }),
    },
    body: typeof body === 'object' ? JSON.stringify(body) : body,
  })
}

export interface Account extends Person {
  id: string
}

/** A verified account with these roles. */
export async function makeAccount(service: Service, roles: string[]): Promise<Account> {
  const person = await makePerson(service)
  return { ...person, id: await giveRoles(service, person, roles) }
}

/** An account with these roles whose invitation has not been accepted. */
export async function inviteAccount(service: Service, roles: string[]): Promise<Account> {
  const email = freshEmail()
  const { id } = await callAsAdmin<{ id: string }>(service, 'POST', '/users', { email, roles })
  return { id, email, password: PASSWORD }
}

/** Replaces the roles of an account and returns its ID. */
export async function giveRoles(
  service: Service,
  { email }: Pick<Person, 'email'>,
  roles: string[],
): Promise<string> {
  const path = `/users?query=${encodeURIComponent(email)}`
  const { data } = await callAsAdmin<{ data: { id: string }[] }>(service, 'GET', path)
  const { id } = data[0]!
  await callAsAdmin(service, 'PUT', `/users/${id}/roles`, { roles })
  return id
}

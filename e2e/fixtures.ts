import { randomUUID } from 'node:crypto'
import {
  type APIResponse,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  test as base,
} from '@playwright/test'
import { type Service, Services } from '@/e2e/services'
import { en } from '@/lib/i18n/en'
import { formDataOf } from '@/tests/kit/page-form'
import { until } from '@/tests/kit/until'

export { expect } from '@playwright/test'

/** A user with a verified account. */
export interface Person {
  email: string
  password: string
}

interface TestFixtures {
  /** Settings of the service for a test file. */
  serviceEnv: Record<string, string>
  /**
   * `administrator` for a service on which only an administrator exists (e2e/administrator.ts), and
   * what other files with this option leave behind; the name of the test file for one of its own.
   */
  ownService: string
  service: Service
  /** A new verified account, not signed in. */
  person: Person
  /** Signs the page's browser in as `person`. */
  signedIn: Person
}

interface WorkerFixtures {
  services: Services
}

export const PASSWORD = 'violet kettle marathon 42'

/**
 * Tests run against the built service in local mode, with a fresh database. Most files share a
 * service per worker, since a new one needs seconds to start and to load its pages.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  serviceEnv: [{}, { option: true }],
  ownService: ['', { option: true }],
  services: [
    async ({}, use) => {
      const services = new Services()
      await use(services)
      await services.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  service: [
    async ({ services, serviceEnv, ownService }, use) =>
      use(await services.withOptions(ownService, serviceEnv)),
    { timeout: 90_000 },
  ],
  baseURL: async ({ service }, use) => use(service.url),
  person: async ({ service }, use) => use(await makePerson(service)),
  signedIn: async ({ context, service, person }, use) => {
    await signIn(context, service, person)
    await use(person)
  },
})

/** An unused address. */
export const freshEmail = () => `p${randomUUID().slice(0, 13)}@example.com`

/** Registers a user and confirms the address over the API. */
export async function makePerson(service: Service): Promise<Person> {
  const person = { email: freshEmail(), password: PASSWORD }
  await service.api('register', person)
  const link = await service.mailedLink(person.email, 'verify-email')
  await service.api('verify-email', { token: new URL(link).searchParams.get('token') })
  return person
}

/** A new browser, in which no one is signed in. */
export const newVisitor = (browser: Browser, service: Service, javaScriptEnabled = true) =>
  browser.newContext({ baseURL: service.url, javaScriptEnabled })

/** Submits a page's form as this browser would without JavaScript. Redirects are not followed. */
export async function submitForm(
  context: BrowserContext,
  page: string,
  fields: Record<string, string>,
): Promise<APIResponse> {
  const opened = await context.request.get(page)
  const form = formDataOf(await opened.text(), fields)
  if (!form)
    throw new Error(`no form with ${Object.keys(fields).join(', ')} on ${page}: ${opened.status()}`)
  return context.request.post(page, {
    multipart: form,
    headers: { origin: new URL(page).origin },
    maxRedirects: 0,
  })
}

/** Signs a browser in with the form's own request. */
export async function signIn(
  context: BrowserContext,
  service: Service,
  person: Person,
): Promise<void> {
  const answer = await submitForm(context, `${service.url}/auth/login`, {
    email: person.email,
    password: person.password,
  })
  if (answer.status() !== 303 || answer.headers().location !== '/dashboard') {
    throw new Error(`could not sign in: ${answer.status()} ${answer.headers().location}`)
  }
}

/**
 * Waits until the script of a dashboard page runs, which adds the button of the command palette.
 */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: en.commands.open, exact: true })).toBeVisible()
}

/** Opens a page whose scripts run only when the returned function is called. */
export async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let runScripts = () => {}
  const held = new Promise<void>((resolve) => (runScripts = resolve))
  await page.route('**/_next/static/**/*.js', async (route) => {
    await held
    await route.fallback()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return runScripts
}

/** A page without live connections: it keeps showing its first state when others change it. */
export async function deafPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.routeWebSocket(/\/ws/, () => {})
  return page
}

/**
 * The browser's tokens, decoded without verification: their generation, and when the access token
 * expires.
 */
export async function sessionOf(context: BrowserContext): Promise<{
  signedIn: boolean
  sessionId?: string
  generation?: number
  expiresAt?: number
}> {
  const access = (await context.cookies()).find(({ name }) => name === 'access')
  if (!access) return { signedIn: false }
  const claims = JSON.parse(
    Buffer.from(access.value.split('.')[1] ?? '', 'base64url').toString(),
  ) as {
    sid: string
    jti: string
    exp: number
  }
  return {
    signedIn: true,
    sessionId: claims.sid,
    generation: Number.parseInt(claims.jti, 10),
    expiresAt: claims.exp * 1000,
  }
}

/** Waits until the browser's access token has expired. */
export async function untilExpired(context: BrowserContext): Promise<void> {
  const { expiresAt = 0 } = await sessionOf(context)
  await until('the access token runs out', 10_000, () => Date.now() > expiresAt)
}

/**
 * What the browser logs for a refused page, form or API call, and for a live connection whose
 * session ended: not errors of the page. A missing file is one, but the log does not tell them
 * apart.
 */
const REFUSED =
  /^Failed to load resource: the server responded with a status of 4\d\d|^WebSocket connection to '\S+' failed: HTTP Authentication failed/

/** The kinds of requests that the service may refuse. All others are for files of the page. */
const REFUSABLE = ['document', 'fetch', 'xhr', 'websocket']

/** Collects script errors, missing files, and violations of the content security policy. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (response.status() >= 400 && !REFUSABLE.includes(kind))
      faults.push(`${kind} ${response.url()}: ${response.status()}`)
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) faults.push(message.text())
  })
  return faults
}

import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnServer } from '@/tests/kit/describe-if'
import { fillPageForm, submitPageForm } from '@/tests/kit/page-form'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const PERSON = { email: 'outage@example.com', password: 'violet kettle marathon 42' }
const WITHIN_MS = 20_000

let cluster: PostgresCluster
let service: ServiceProcess
let own: string

/** Requests a page, with cookies set by hand. */
function ask(path: string, by: { cookie?: string; form?: FormData | URLSearchParams } = {}) {
  return fetch(own + path, {
    redirect: 'manual',
    headers: { origin: own, cookie: by.cookie ?? '' },
    ...(by.form && { method: 'POST', body: by.form }),
  })
}

function submit(path: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
  return submitPageForm({ page: own + path, fields, headers: { cookie } })
}

function fill(path: string, fields: Record<string, string>, cookie = ''): Promise<FormData> {
  return fillPageForm({ page: own + path, fields, headers: { cookie } })
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

async function signIn(): Promise<string> {
  await submit('/auth/register', PERSON)
  const token = await until(
    'the email',
    WITHIN_MS,
    () => /verify-email\?token=([\w-]+)/.exec(service.output())?.[1],
  )
  // This is not the browser that registered, so the link asks for the password.
  await submit(`/auth/verify-email?token=${token}`, { password: PERSON.password })
  return cookiesOf(await submit('/auth/login', PERSON))
}

/** The same cookies after the access token has expired: without the token. */
const withoutAccess = (cookie: string) => cookie.replace(/access=[^;]+; /, '')

describeOnServer('pages while the database is away', () => {
  beforeAll(async () => {
    const made = await PostgresCluster.create()
    if (!made) throw new Error('this test needs a PostgreSQL server of its own, and none was found')
    cluster = made
    service = await startService({ env: { DATABASE_URL: cluster.url } })
    own = `http://localhost:${service.port}`
  }, 120_000)
  afterAll(async () => {
    await service?.stop()
    await cluster?.remove()
  }, 60_000)

  it(
    'answer 503 and sign no one out; afterwards the session and the post still work',
    { timeout: 120_000 },
    async () => {
      const whole = await signIn()
      const cookie = withoutAccess(whole)
      const signingIn = await fill('/auth/login', PERSON)
      const renaming = await fill('/dashboard/account', { name: 'Later' }, whole)
      await cluster.stop()

      for (const answer of [
        await ask('/dashboard', { cookie: whole }),
        await ask('/dashboard', { cookie }),
        await ask('/dashboard/account', { cookie, form: renaming }),
        await ask('/auth/login', { form: signingIn }),
        await ask('/auth/renew', { cookie, form: new URLSearchParams() }),
      ]) {
        expect(answer.status).toBe(503)
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
        expect(cookiesOf(answer)).not.toMatch(/(?:access|refresh|device)=/)
        expect(await answer.text()).not.toMatch(/postgres|ECONN|prisma|violet/i)
      }
      expect((await ask('/auth/login')).status).toBe(200)

      await cluster.start()
      const back = await until('the page is back', WITHIN_MS, async () => {
        const answer = await ask('/dashboard/account', { cookie, form: renaming })
        return answer.status === 503 ? null : answer
      })
      expect(back.headers.get('location')).toBe('/dashboard/account')
      const page = await ask('/dashboard/account', { cookie: cookiesOf(back) })
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('value="Later"')
    },
  )
})

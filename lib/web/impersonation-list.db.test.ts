import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { impersonationSetCookies } from '@/lib/http/session-cookies'
import { en } from '@/lib/i18n/en'
import {
  type Impersonation,
  startImpersonation,
} from '@/lib/identity/impersonation/start-impersonation'
import { db } from '@/lib/platform/db/database'
import { insertAdministrator } from '@/tests/kit/administrators'
import {
  apiOperations,
  dashboardPages,
  freshAddress,
  pageActions,
  parametersOf,
} from '@/tests/kit/contract/declared-handlers'
import { makeSession } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { renderPage } from '@/tests/kit/render-page'
import { pageCookie } from '@/tests/kit/sessions'
import { stored } from '@/tests/kit/stored-upload'
import { submitAction } from '@/tests/kit/submit-action'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ DATA_DIR: temporaryFolder() })
  await syncCatalog(new Date())
})

const NOBODY = '019335e0-0000-7000-8000-00000000000a'

/** An administrator who views as another one, who has every permission. */
async function viewing(surface: 'web' | 'api', as?: { id: string }): Promise<Impersonation> {
  const [actor, user] = [await insertAdministrator(), as ?? (await insertAdministrator())]
  const ctx = testContext({ surface })
  const { sessionId } = await makeSession(actor.id, ctx)
  const principal = { ...(await principalOf(actor.id)), sessionId }
  const asked = { userId: user.id, reason: 'Ticket 4711' }
  const result = await startImpersonation(principal, asked, ctx)
  if (!result.ok) throw new Error(result.code)
  return result.impersonation
}

/** The cookies of a browser in which that started. */
const cookiesOf = (impersonation: Impersonation) =>
  impersonationSetCookies(impersonation, null)
    .map((line) => line.split(';')[0])
    .join('; ')

/** How many rows each table has, apart from the records of refusals. */
async function counts(): Promise<Record<string, number>> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()
      AND tablename !~ '^audit_|^request_|^_prisma'`
  const entries = tables.map(async ({ name }) => {
    const [row] = await db().$queryRawUnsafe<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM "${name}"`,
    )
    return [name, row!.n] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const ALLOWED = [
  'DELETE /api/v1/auth/impersonation',
  'POST /api/v1/auth/check',
  'POST /api/v1/ws/ticket',
]
/** A signed address, or one with a secret. */
const LINK = /[?&;#](?:signature|token|secret)=[\w.-]+/
const UNREADABLE = ['GET /api/v1/me/export']

describe('while an administrator views as another user', () => {
  it('every operation of the API that is not on the list is refused, and writes nothing', async () => {
    const { accessToken } = await viewing('api')
    const before = await counts()
    const operations = (await apiOperations()).filter(({ handler }) => {
      const { access } = handler.declaration
      return access !== 'public'
    })
    const answered: Record<string, string[]> = { refused: [], other: [] }
    for (const { name, method, path, handler } of operations) {
      if (ALLOWED.includes(name)) continue
      if (method === 'GET' && !UNREADABLE.includes(name)) continue
      const url = `http://localhost:3000${path.replaceAll(/[[\]]/g, '')}`
      const headers = {
        authorization: `Bearer ${accessToken}`,
        'x-gatehouse-remote-address': freshAddress(),
      }
      const params = Object.fromEntries(parametersOf(path).map((part) => [part, NOBODY]))
      const answer = await handler(new Request(url, { method, headers }), {
        params: Promise.resolve(params),
      })
      const { code } = (await answer.json()) as { code: string }
      answered[code === 'impersonation_read_only' ? 'refused' : 'other']!.push(name)
    }
    expect(answered.other).toEqual([])
    expect(answered.refused!.length).toBeGreaterThan(60)
    expect(await counts()).toEqual(before)
  })

  it('every form that is not on the list is refused, public ones too, and writes nothing', async () => {
    const cookie = cookiesOf(await viewing('web'))
    const before = await counts()
    const allowed: string[] = []
    for (const { page, name, action } of await pageActions()) {
      if (action.definition.impersonation === 'allowed') {
        allowed.push(name)
        continue
      }
      const answer = await submitAction(action, {
        page: page.replaceAll(/\[\w+\]/g, NOBODY),
        fields: {},
        script: true,
        headers: { cookie, 'x-gatehouse-remote-address': freshAddress() },
      })
      const { code } = (await answer.json()) as { code?: string }
      expect([page, name, code]).toEqual([page, name, 'impersonation_read_only'])
    }
    expect(allowed.sort()).toEqual(['savePreferences', 'signOut', 'stopViewing'])
    expect(await counts()).toEqual(before)
  })

  it('no page shows a link that opens something without a session, or writes anything', async () => {
    const user = await insertAdministrator()
    const { id: share } = await stored(user.id)
    const own = await pageCookie(user.id)
    const cookie = cookiesOf(await viewing('web', user))
    const pages = await dashboardPages()
    const uploads = pages.find(({ path }) => path === '/dashboard/uploads')!
    const shown = { id: user.id, search: { share } }
    const withLink = await renderPage(uploads, { ...shown, cookie: own })
    expect(withLink).toMatch(LINK)
    expect(withLink).toContain('?share=')
    const before = await counts()
    const absent: string[] = []
    for (const page of pages) {
      const html = await renderPage(page, { ...shown, cookie })
      if (html === null) absent.push(page.path)
      expect([page.path, html?.match(LINK) ?? null]).toEqual([page.path, null])
      if (page === uploads) {
        expect(html).toContain(en.problems.impersonation_read_only.text)
        expect(html).not.toContain('?share=')
      }
    }
    // One redirects, and one needs an email in its query.
    expect(absent).toEqual(['/dashboard/rbac', '/dashboard/settings/mail-texts/edit'])
    expect(await counts()).toEqual(before)
  })
})

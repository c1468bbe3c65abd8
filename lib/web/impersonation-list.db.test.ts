import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { impersonationSetCookies } from '@/lib/http/session-cookies'
import {
  type Impersonation,
  startImpersonation,
} from '@/lib/identity/impersonation/start-impersonation'
import { db } from '@/lib/platform/db/database'
import { insertAdministrator } from '@/tests/kit/administrators'
import {
  apiOperations,
  freshAddress,
  pageActions,
  parametersOf,
} from '@/tests/kit/contract/declared-handlers'
import { makeSession } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const NOBODY = '019335e0-0000-7000-8000-00000000000a'

/** An administrator who views as another one, who has every permission. */
async function viewing(surface: 'web' | 'api'): Promise<Impersonation> {
  const [actor, user] = [await insertAdministrator(), await insertAdministrator()]
  const ctx = testContext({ surface })
  const { sessionId } = await makeSession(actor.id, ctx)
  const principal = { ...(await principalOf(actor.id)), sessionId }
  const asked = { userId: user.id, reason: 'Ticket 4711' }
  const result = await startImpersonation(principal, asked, ctx)
  if (!result.ok) throw new Error(result.code)
  return result.impersonation
}

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
    const cookie = impersonationSetCookies(await viewing('web'), null)
      .map((line) => line.split(';')[0])
      .join('; ')
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
})

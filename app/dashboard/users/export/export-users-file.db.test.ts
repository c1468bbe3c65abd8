import { beforeAll, describe, expect, it } from 'vitest'
import { GET } from '@/app/dashboard/users/export/route'
import { syncCatalog } from '@/lib/access/catalog'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { PAGE_ADDRESS } from '@/lib/http/internal-headers'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const PATH = '/dashboard/users/export'
const MAY: PermissionName[] = ['users:list', 'users:read']

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

async function exported(query: Record<string, string>, as = MAY) {
  const { userId } = await holderOf(...as)
  const session = await makeSession(userId, testContext({ surface: 'web' }))
  const address = `${PATH}?${new URLSearchParams(query).toString()}`
  const headers = { cookie: cookieHeaderWith(null, session), [PAGE_ADDRESS]: address }
  const answer = await GET(new Request(`http://localhost:3000${address}`, { headers }))
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const records = () => db().auditRecord.count({ where: { action: 'users.exported' } })

describe('the user export', () => {
  it("contains the users that match the page's filters, has a file name, and is audited", async () => {
    const { email } = await insertUser({ email: 'wanted@example.org' })
    await insertUser({ email: 'other@example.org' })
    const before = await records()
    const file = await exported({ format: 'csv', query: 'wanted', status: '' })
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="users-[\w-]+\.csv"$/,
    )
    expect(file.text.split('\r\n')).toMatchObject([
      expect.stringMatching(/^"id","email",/),
      expect.stringContaining(email),
      '',
    ])
    expect(await records()).toBe(before + 1)
  })

  it.each([
    ['an unknown format', { format: 'xml' }, MAY, 422],
    ['an invalid filter: it must not widen the file', { format: 'csv', status: 'gone' }, MAY, 422],
    ['a user who may only list users', { format: 'csv' }, ['users:list'], 403],
    ['a user who may only read users', { format: 'csv' }, ['users:read'], 403],
  ] as [string, Record<string, string>, PermissionName[], number][])(
    'is refused for %s, and not audited as an export',
    async (_, query, as, status) => {
      await insertUser({ email: `secret${status}@example.org` }).catch(() => undefined)
      const before = await records()
      const file = await exported(query, as)
      expect(file.status).toBe(status)
      expect(file.text).not.toContain('@example.org')
      expect(await records()).toBe(before)
    },
  )
})

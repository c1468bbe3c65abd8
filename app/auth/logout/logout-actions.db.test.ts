import { beforeAll, expect, it } from 'vitest'
import { signOut } from '@/app/auth/logout/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

it.each([true, false])(
  'clears what the browser stored, but not the device cookie (by script: %s)',
  async (script) => {
    const { id } = await insertUser()
    const session = await makeSession(id, testContext({ surface: 'web' }))
    const answer = await submitAction(signOut, {
      page: '/auth/logout',
      fields: {},
      script,
      headers: { cookie: cookieHeaderWith(null, session) },
    })
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
    const cookies = answer.headers.getSetCookie().join('\n')
    expect(cookies).toMatch(/access=;.*refresh=;/s)
    expect(cookies).not.toContain('device=')
    const where = { userId: id, revokedAt: null }
    expect(await db().sessionFamily.count({ where })).toBe(0)
  },
)

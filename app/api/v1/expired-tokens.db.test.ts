import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { findFamily } from '@/lib/identity/sessions/family.store'
import { makeAccessToken } from '@/lib/identity/sessions/session-tokens'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { apiOperations, callOperation } from '@/tests/kit/contract/declared-handlers'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_ACCESS_TOKEN_TTL: '15m' })
  await syncCatalog(new Date())
})

/** An access token of a live session of an administrator, signed at that time. */
async function tokenSignedAt(now: Date): Promise<string> {
  const { id } = await makeUser({ admin: true })
  const { sessionId } = await makeSession(id, testContext())
  const family = (await findFamily(db(), sessionId, new Date()))!
  return makeAccessToken(family, now).token
}

it('an access token is accepted for its 15 minutes, and not for a second more', async () => {
  const start = new Date()
  const accessToken = await tokenSignedAt(start)
  const use = (seconds: number) =>
    authenticate(
      { accessToken, surface: 'api', presentedByClient: true },
      addSeconds(start, seconds),
    )
  expect(await use(899)).toMatchObject({ ok: true })
  expect(await use(900)).toMatchObject({ code: 'token_expired' })
})

it('every operation that needs a credential refuses an expired token as one to be refreshed', async () => {
  const token = await tokenSignedAt(addSeconds(new Date(), -901))
  const guarded = (await apiOperations()).filter(
    ({ handler }) => handler.declaration.access !== 'public',
  )
  expect(guarded.length).toBeGreaterThan(0)
  for (const operation of guarded) {
    const answer = await callOperation(operation, { key: token })
    expect([operation.name, answer.status, await answer.json()]).toMatchObject([
      operation.name,
      401,
      { code: 'token_expired' },
    ])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="api", error="invalid_token"')
  }
}, 60_000)

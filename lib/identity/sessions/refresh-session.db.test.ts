import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { authenticate } from '@/lib/identity/sessions/authenticate'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { signJwt, verifyJwt } from '@/lib/identity/sessions/jwt'
import { keyRing } from '@/lib/identity/sessions/key-ring'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const start = new Date()
const at = (seconds: number) => addSeconds(start, seconds)
const KEY = 'idempotency-key-1'
const OTHER_KEY = 'idempotency-key-2'

let userId = ''
beforeEach(async () => void (userId = (await makeUser()).id))

const family = (id: string) => db().sessionFamily.findUniqueOrThrow({ where: { id } })
const begin = (ctx: Partial<RequestContext> = {}) =>
  makeSession(userId, testContext({ now: start, ...ctx }))
const refresh = (
  refreshToken: string,
  seconds: number,
  extra: Partial<RequestContext> & { key?: string } = {},
) => {
  const { key, ...ctx } = extra
  return refreshSession(
    { refreshToken, idempotencyKey: key },
    testContext({ now: at(seconds), ...ctx }),
  )
}
async function refreshed(...args: Parameters<typeof refresh>) {
  const result = await refresh(...args)
  if (!result.ok) throw new Error(result.code)
  return result.session
}
const codeOf = async (result: ReturnType<typeof refresh>) => {
  const settled = await result
  return settled.ok ? 'ok' : settled.code
}

describe('rotation', () => {
  it('returns a new pair for the same session, and the new pair works', async () => {
    const first = await begin()
    const second = await refreshed(first.refreshToken, 1)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(second.sessionId).toBe(first.sessionId)
    expect(second.deviceToken).toBe(first.deviceToken)
    expect(second.user).toMatchObject({ id: userId, roles: ['user'] })
    expect(await codeOf(refresh(second.refreshToken, 2))).toBe('ok')
    expect(await family(first.sessionId)).toMatchObject({ generation: 3, revokedAt: null })
  })

  it('extends with use and ends at the absolute lifetime', async () => {
    useSettings({ AUTH_REFRESH_TOKEN_TTL: '60s', AUTH_SESSION_MAX_LIFETIME: '100s' })
    const first = await begin()
    expect(first.refreshExpiresInSeconds).toBe(60)
    const second = await refreshed(first.refreshToken, 59)
    expect(second.refreshExpiresInSeconds).toBe(41)
    expect(await codeOf(refresh(second.refreshToken, 101))).toBe('invalid_refresh_token')
    const idle = await begin()
    expect(await codeOf(refresh(idle.refreshToken, 61))).toBe('invalid_refresh_token')
    useSettings()
  })

  it('refuses a deactivated owner and changes nothing', async () => {
    const first = await begin()
    await db().user.update({ where: { id: userId }, data: { status: 'deactivated' } })
    expect(await codeOf(refresh(first.refreshToken, 1))).toBe('invalid_refresh_token')
    expect(await family(first.sessionId)).toMatchObject({ generation: 1, revokedAt: null })
  })

  it('separates the surfaces: a web token is invalid on the API, and revokes nothing', async () => {
    const web = await begin({ surface: 'web' })
    expect(await codeOf(refresh(web.refreshToken, 1))).toBe('invalid_refresh_token')
    expect(await family(web.sessionId)).toMatchObject({ generation: 1, revokedAt: null })
  })

  it('refuses a token made with the signing secret alone (its jti is keyed by the family)', async () => {
    const first = await begin()
    const { secrets } = keyRing()
    const claims = verifyJwt('rt+jwt', first.refreshToken, () => secrets)!
    const jti = Buffer.alloc(32, 1).toString('base64url')
    const forged = signJwt('rt+jwt', { ...claims, jti }, secrets[0]!)
    const older = signJwt('rt+jwt', { ...claims, gen: 7 }, secrets[0]!)
    expect(await codeOf(refresh(forged, 1))).toBe('invalid_refresh_token')
    expect(await codeOf(refresh(older, 1))).toBe('invalid_refresh_token')
    expect(await family(first.sessionId)).toMatchObject({ generation: 1, revokedAt: null })
  })

  it('refuses an access token', async () => {
    const first = await begin()
    expect(await codeOf(refresh(first.accessToken, 1))).toBe('invalid_refresh_token')
  })
})

describe('reuse detection', () => {
  it('revokes the family at the first reuse and keeps it revoked although the request fails', async () => {
    const first = await begin()
    const second = await refreshed(first.refreshToken, 1)
    expect(await codeOf(refresh(first.refreshToken, 2))).toBe('refresh_token_reused')
    expect(await family(first.sessionId)).toMatchObject({ revokedReason: 'refresh_token_reused' })
    expect(await codeOf(refresh(second.refreshToken, 3))).toBe('invalid_refresh_token')
    const access = await authenticate(
      { accessToken: second.accessToken, surface: 'api', presentedByClient: true },
      at(3),
    )
    expect(access).toMatchObject({ ok: false, code: 'session_revoked' })
  })

  it('audits and emails it once, however often the token is presented again', async () => {
    const first = await begin()
    await refreshed(first.refreshToken, 1)
    for (const seconds of [2, 3, 4]) await refresh(first.refreshToken, seconds)
    const records = await db().auditRecord.findMany({
      where: { action: 'refresh_token.reused', actorId: userId },
    })
    expect(records).toHaveLength(1)
    const mails = await db().job.findMany({
      where: { payload: { path: ['userId'], equals: userId } },
    })
    expect(mails.map(({ payload }) => (payload as { mail: string }).mail)).toEqual([
      'refresh_token_reused',
    ])
  })

  it("keeps the user's other families", async () => {
    const [victim, other] = [await begin(), await begin()]
    await refreshed(victim.refreshToken, 1)
    await refresh(victim.refreshToken, 2)
    expect(await codeOf(refresh(other.refreshToken, 3))).toBe('ok')
  })

  it('counts an expired token of an earlier generation as reuse too', async () => {
    const first = await begin()
    const second = await refreshed(first.refreshToken, 1)
    await refreshed(second.refreshToken, 20 * 86_400)
    expect(await codeOf(refresh(first.refreshToken, 31 * 86_400))).toBe('refresh_token_reused')
  })
})

it('reuse of a token of an expired session is refused, but alarms no one', async () => {
  const first = await begin()
  await refreshed(first.refreshToken, 1)
  const data = { expiresAt: at(60) }
  await db().sessionFamily.update({ where: { id: first.sessionId }, data })
  const jobs = await db().job.count()
  expect(await codeOf(refresh(first.refreshToken, 61))).toBe('refresh_token_reused')
  expect((await family(first.sessionId)).revokedAt).toBeNull()
  expect(await db().job.count()).toBe(jobs)
  const where = { action: 'refresh_token.reused', targetId: first.sessionId }
  expect(await db().auditRecord.count({ where })).toBe(0)
})

describe('a lost response on the API', () => {
  it('gets the same successor with the same key, within a minute', async () => {
    const first = await begin()
    const second = await refreshed(first.refreshToken, 1, { key: KEY })
    const again = await refreshed(first.refreshToken, 60, { key: KEY })
    expect(again.refreshToken).toBe(second.refreshToken)
    expect(await family(first.sessionId)).toMatchObject({ generation: 2, revokedAt: null })
  })

  it.each([
    ['after a minute', 62, KEY],
    ['with another key', 2, OTHER_KEY],
    ['without a key', 2, undefined],
    ['with a key that is too short', 2, 'short'],
  ])('is reuse %s', async (_, seconds, key) => {
    const first = await begin()
    await refreshed(first.refreshToken, 1, { key: KEY })
    expect(await codeOf(refresh(first.refreshToken, seconds, { key }))).toBe('refresh_token_reused')
  })

  it('is reuse after the successor was used', async () => {
    const first = await begin()
    const second = await refreshed(first.refreshToken, 1, { key: KEY })
    await refreshed(second.refreshToken, 2, { key: OTHER_KEY })
    expect(await codeOf(refresh(first.refreshToken, 3, { key: KEY }))).toBe('refresh_token_reused')
  })

  it('ignores a key that the previous rotation had too: a constant key identifies no attempt', async () => {
    const first = await begin()
    const second = await refreshed(first.refreshToken, 1, { key: KEY })
    const third = await refreshed(second.refreshToken, 2, { key: KEY })
    expect(await codeOf(refresh(second.refreshToken, 3, { key: KEY }))).toBe('refresh_token_reused')
    expect(third.sessionId).toBe(first.sessionId)
  })
})

describe('tabs that share cookies', () => {
  const web = (deviceToken: string) => ({ surface: 'web' as const, deviceToken })

  it('get the same successor within the overlap, from the same device', async () => {
    const first = await begin({ surface: 'web' })
    const device = web(first.deviceToken)
    const second = await refreshed(first.refreshToken, 1, device)
    const again = await refreshed(first.refreshToken, 11, device)
    expect(again.refreshToken).toBe(second.refreshToken)
    expect(await family(first.sessionId)).toMatchObject({ generation: 2, revokedAt: null })
  })

  it('are treated as a thief without the device cookie', async () => {
    const first = await begin({ surface: 'web' })
    await refreshed(first.refreshToken, 1, web(first.deviceToken))
    expect(await codeOf(refresh(first.refreshToken, 2, { surface: 'web' }))).toBe(
      'refresh_token_reused',
    )
    expect((await family(first.sessionId)).revokedAt).not.toBeNull()
  })

  it('get the same successor for a minute while nothing of it has been presented, and not after', async () => {
    const first = await begin({ surface: 'web' })
    const device = web(first.deviceToken)
    const second = await refreshed(first.refreshToken, 1, device)
    expect((await refreshed(first.refreshToken, 55, device)).refreshToken).toBe(second.refreshToken)
    const credential = { accessToken: second.accessToken, surface: 'web' as const }
    await authenticate({ ...credential, presentedByClient: false }, at(56))
    expect(await codeOf(refresh(first.refreshToken, 57, device))).toBe('ok')
    await authenticate({ ...credential, presentedByClient: true }, at(58))
    expect(await codeOf(refresh(first.refreshToken, 59, device))).toBe('refresh_token_reused')
  })

  it('get nothing after a minute', async () => {
    const first = await begin({ surface: 'web' })
    await refreshed(first.refreshToken, 1, web(first.deviceToken))
    expect(await codeOf(refresh(first.refreshToken, 62, web(first.deviceToken)))).toBe(
      'refresh_token_reused',
    )
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { db } from '@/lib/platform/db/database'
import { twenty } from '@/tests/kit/at-once'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

describe('one refresh token, twenty concurrent uses', () => {
  it('rotates once; the others are reuse and the family is revoked', async () => {
    const { id } = await makeUser()
    const first = await makeSession(id, testContext())
    const results = await twenty(() =>
      refreshSession({ refreshToken: first.refreshToken }, testContext()),
    )
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    const row = await db().sessionFamily.findUniqueOrThrow({ where: { id: first.sessionId } })
    expect(row).toMatchObject({ generation: 2, revokedReason: 'refresh_token_reused' })
    expect(
      await db().auditRecord.count({ where: { actorId: id, action: 'refresh_token.reused' } }),
    ).toBe(1)
  })

  it('gives twenty retries of one attempt (same key) the same successor', async () => {
    const { id } = await makeUser()
    const first = await makeSession(id, testContext())
    const input = { refreshToken: first.refreshToken, idempotencyKey: 'one-and-the-same-attempt' }
    const results = await twenty(() => refreshSession(input, testContext()))
    const tokens = new Set(
      results.map((result) => (result.ok ? result.session.refreshToken : result.code)),
    )
    expect(tokens.size).toBe(1)
    expect(
      (await db().sessionFamily.findUniqueOrThrow({ where: { id: first.sessionId } })).generation,
    ).toBe(2)
  })

  it('gives twenty tabs of one browser the same successor, with one rotation', async () => {
    const { id } = await makeUser()
    const first = await makeSession(id, testContext({ surface: 'web' }))
    const ctx = testContext({ surface: 'web', deviceToken: first.deviceToken })
    const results = await twenty(() => refreshSession({ refreshToken: first.refreshToken }, ctx))
    const tokens = new Set(
      results.map((result) => (result.ok ? result.session.refreshToken : result.code)),
    )
    expect(tokens.size).toBe(1)
    const row = await db().sessionFamily.findUniqueOrThrow({ where: { id: first.sessionId } })
    expect(row).toMatchObject({ generation: 2, revokedAt: null })
  })
})

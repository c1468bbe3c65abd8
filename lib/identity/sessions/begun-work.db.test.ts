import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { schedule, WORK, WORKING, workOf } from '@/lib/testing/begin-work'
import { atStep, freshUser } from '@/lib/testing/enrol-mfa'
import {
  disown,
  DISOWNED,
  intrude,
  PLANTING,
  recordsOf,
  RESET,
  reset,
} from '@/lib/testing/intruder'
import { makeApiKey } from '@/lib/testing/make-api-key'
import { principalOf } from '@/lib/testing/principal-of'
import { insertRole } from '@/lib/testing/roles'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

async function administrator() {
  const owner = await freshUser()
  await insertRole(`desk ${newId()}`, WORKING, [owner.id])
  return { ...owner, principal: await withAccess(owner.principal) }
}
async function withAccess(principal: SessionPrincipal): Promise<SessionPrincipal> {
  const { roles, permissions } = await principalOf(principal.userId)
  return { ...principal, roles, permissions }
}

describe('a request that was authorized before “This wasn’t me”', () => {
  it.each(Object.keys(WORK))('begins nothing afterwards: %s', async (kind) => {
    const owner = await administrator()
    const { intruder, token } = await intrude(owner)
    const begin = await WORK[kind]!(intruder, atStep(PLANTING))
    await disown(token)
    expect(await begin()).toMatchObject({ code: 'session_revoked' })
    expect(await workOf(owner.id)).toBe(0)
  })

  it.each(Object.keys(WORK))('nor after the reset: %s', async (kind) => {
    const owner = await administrator()
    const { intruder, token } = await intrude(owner)
    const begin = await WORK[kind]!(intruder, atStep(RESET))
    await reset(await disown(token))
    expect(await begin()).toMatchObject({ code: 'session_revoked' })
    expect(await workOf(owner.id)).toBe(0)
  })

  it('sends no notification with an API key that it revoked', async () => {
    const owner = await administrator()
    const { intruder, token } = await intrude(owner)
    const { apiKey } = await makeApiKey(owner.id, ['notifications:send'], { ctx: atStep(PLANTING) })
    const { userId, roles, permissions } = intruder
    const key = { kind: 'key', keyId: apiKey.id, userId, roles, permissions } as const
    const caller = { ...key, limitedTo: new Set(['notifications:send']) }
    expect(await schedule(caller, atStep(PLANTING))).toMatchObject({ ok: true })
    await disown(token)
    expect(await schedule(caller, atStep(DISOWNED))).toMatchObject({ code: 'invalid_token' })
    expect(await workOf(owner.id)).toBe(0)
    expect(await db().notificationBatch.count({ where: { createdBy: owner.id } })).toBe(1)
  })
})

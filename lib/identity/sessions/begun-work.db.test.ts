import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { draftFor, schedule, upload, WORK, WORKING, workOf } from '@/tests/kit/background-work'
import { atStep, freshUser } from '@/tests/kit/enroll-mfa'
import { disown, DISOWNED, intrude, PLANTING, recordsOf, RESET, reset } from '@/tests/kit/intruder'
import { runDueJobs } from '@/tests/kit/jobs'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { runBulkAction } from '@/lib/users/bulk/run-bulk-action'
import { runImport } from '@/lib/users/import/run-import'
import { userImportJob } from '@/lib/users/import/user-import.jobs'

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

/** A dry run of that user, finished before the intruder signs in. */
async function dryRunOf(actor: SessionPrincipal): Promise<string> {
  const tried = await upload(actor, atStep(0), true)
  if (!tried.ok) throw new Error(tried.code)
  await runDueJobs([userImportJob], atStep(1).now)
  return tried.import.id
}
const importOf = (id: string) => db().userImport.findUniqueOrThrow({ where: { id } })

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
    expect(await db().notificationBatch.count({ where: { createdById: owner.id } })).toBe(1)
  })
})

describe('“This wasn’t me”', () => {
  it('cancels notifications that the intruder sent with a new key of a service account, and no others', async () => {
    const owner = await administrator()
    const { id: userId } = await makeServiceAccount()
    await insertRole(`sender ${newId()}`, ['notifications:send'], [userId])
    const { token } = await intrude(owner)
    const scheduledBy = async (createdById: string | null) => {
      const made = await makeApiKey(userId, ['notifications:send'], { ctx: atStep(PLANTING) })
      const { id: keyId } = made.apiKey
      await db().apiKey.update({ where: { id: keyId }, data: { createdById } })
      const { roles, permissions } = await principalOf(userId)
      const key = { kind: 'key', keyId, userId, roles, permissions } as const
      const sent = await schedule({ ...key, limitedTo: permissions }, atStep(PLANTING))
      if (!sent.ok) throw new Error(sent.code)
      return sent.notification.batch_id
    }
    const [planted, other] = [await scheduledBy(owner.id), await scheduledBy(null)]
    await disown(token)
    const stateOf = async (id: string) =>
      (await db().notificationBatch.findUniqueOrThrow({ where: { id } })).status
    expect([await stateOf(planted), await stateOf(other)]).toEqual(['cancelled', 'scheduled'])
    expect(await recordsOf(owner.id)).toMatchObject([{ notifications_cancelled: 1 }])
  })

  it('stops the import of an earlier dry run that the intruder ran, also of someone else’s', async () => {
    const [owner, other] = [await administrator(), await administrator()]
    const dryRuns = [await dryRunOf(owner.principal), await dryRunOf(other.principal)]
    const { intruder, token } = await intrude(owner)
    for (const id of dryRuns)
      expect(await runImport(intruder, id, atStep(PLANTING))).toMatchObject({ ok: true })
    await disown(token)
    for (const id of dryRuns) expect(await importOf(id)).toMatchObject({ status: 'stopped' })
    expect(await recordsOf(owner.id)).toMatchObject([{ imports_stopped: 2 }])
  })

  it('lets an import go on that another administrator ran from a dry run of the intruder', async () => {
    const [owner, other] = [await administrator(), await administrator()]
    const { intruder, token } = await intrude(owner)
    const tried = await upload(intruder, atStep(PLANTING), true)
    if (!tried.ok) throw new Error(tried.code)
    await runDueJobs([userImportJob], atStep(PLANTING).now)
    const { id } = tried.import
    expect(await runImport(other.principal, id, atStep(PLANTING))).toMatchObject({ ok: true })
    await disown(token)
    expect(await importOf(id)).toMatchObject({ status: 'queued', actorId: other.id })
    expect(await recordsOf(owner.id)).toMatchObject([{ imports_stopped: 0 }])
  })

  it('stops a bulk action that the intruder ran from an earlier draft, and none that the owner ran', async () => {
    const owner = await administrator()
    const [own, left] = [
      await draftFor(owner.principal, atStep(0)),
      await draftFor(owner.principal, atStep(0)),
    ]
    expect(await runBulkAction(owner.principal, own, atStep(1))).toMatchObject({ ok: true })
    const { intruder, token } = await intrude(owner)
    expect(await runBulkAction(intruder, left, atStep(PLANTING))).toMatchObject({ ok: true })
    await disown(token)
    const stateOf = async (id: string) =>
      (await db().bulkAction.findUniqueOrThrow({ where: { id } })).status
    expect([await stateOf(own), await stateOf(left)]).toEqual(['queued', 'stopped'])
    expect(await recordsOf(owner.id)).toMatchObject([{ bulk_actions_stopped: 1 }])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { disownSession } from '@/lib/identity/sessions/disown-session'
import { createInboxItems } from '@/lib/messaging/inbox/create-inbox-items'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { OPERATOR } from '@/lib/platform/request-context'
import { atStep, freshUser } from '@/lib/testing/enrol-mfa'
import { insertUser } from '@/lib/testing/insert-user'
import { DISOWNED, intrude } from '@/lib/testing/intruder'
import { lockWaiters } from '@/lib/testing/lock-waiters'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'

// A deadlock in one of these tests fails the file.
useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const ctx = atStep(DISOWNED)

/** Runs `during` while the job that sends a notification of a user holds it, which reaches them, too. */
async function whileSending<T>(userId: string, during: () => Promise<T>): Promise<T> {
  const id = newId()
  const text = { audience: 'all', channels: ['inbox'], title: 'Hi', body: 'Hi', personal: false }
  const at = { createdAt: ctx.now, updatedAt: ctx.now, sendAt: ctx.now }
  const sent = { total: 1, createdBy: userId, requestHash: new Uint8Array(32) }
  await db().notificationBatch.create({ data: { ...text, ...at, ...sent, id, status: 'running' } })
  return inTransaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM notification_batches WHERE id = ${id}::uuid FOR UPDATE`
    const result = await during()
    const item = { id: newId(), userId, kind: 'announcement', title: 'Hi', body: 'Hi', href: null }
    await createInboxItems(tx, [item], ctx.now)
    return result
  })
}

const deactivate = (userId: string) =>
  changeUserStatus(OPERATOR, { userId, move: 'deactivate' }, ctx)
const statesOf = async (createdBy: string) =>
  (await db().notificationBatch.findMany({ where: { createdBy } })).map(({ status }) => status)

describe('the deactivation of a sender does not deadlock', () => {
  it('with the job that sends to them, too', async () => {
    const { id } = await insertUser()
    const [deactivated] = await whileSending(id, async () => {
      const deactivating = deactivate(id)
      await lockWaiters(1)
      return [deactivating]
    })
    expect(await deactivated).toMatchObject({ ok: true })
    expect(await statesOf(id)).toEqual(['cancelled'])
  })

  it('with “This wasn’t me”', async () => {
    const owner = await freshUser()
    const { token } = await intrude(owner)
    const [deactivated, disowned] = await whileSending(owner.id, async () => {
      const deactivating = deactivate(owner.id)
      await lockWaiters(1)
      const disowning = disownSession({ token }, ctx)
      await lockWaiters(2)
      return [deactivating, disowning]
    })
    expect(await deactivated).toMatchObject({ ok: true })
    expect(await disowned).toMatchObject({ code: 'invalid_or_expired_token' })
    expect(await statesOf(owner.id)).toEqual(['cancelled'])
  })
})

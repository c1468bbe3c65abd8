import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { GET as exportPayments } from '@/app/dashboard/payments/export/route'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog, type PermissionName } from '@/lib/config/permission-catalog'
import { PAYMENT_READERS } from '@/lib/payments/payment-readers'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { apiOperations, callOperation, submitForm } from '@/tests/kit/contract/declared-handlers'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { pageCookie } from '@/tests/kit/sessions'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { defineAction } from '@/lib/web/define-action'

const READS = ['listPayments', 'getPayment']
const operations = (await apiOperations()).filter(({ handler }) =>
  READS.includes(handler.declaration.operationId),
)
const OTHERS = permissionCatalog
  .map(({ name }) => name)
  .filter((name) => !PAYMENT_READERS.some((reader) => reader === name))

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const recordsOf = async (actorId: string) =>
  (await db().auditRecord.findMany({ where: { actorId, action: { not: 'session.created' } } })).map(
    ({ action, outcome, targetId }) => [action, outcome, targetId],
  )
const REFUSED = ['permission.refused', 'refused', 'payments:charge']

async function download(as: string): Promise<number> {
  const headers = {
    cookie: await pageCookie(as),
    'x-gatehouse-page': '/dashboard/payments/export',
  }
  const answer = await exportPayments(new Request('http://localhost:3000/', { headers }))
  await answer.text()
  return answer.status
}

describe.each(operations)('$name', (operation) => {
  it('is refused to a user with every permission but those to read payments, on record', async () => {
    const { userId: as } = await holderOf(...OTHERS)
    const answer = await callOperation(operation, { as, query: { limit: 'x' } })
    // 403 and not 422: whoever may not call learns nothing about the parameters.
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      code: 'insufficient_permission',
      required_permission: 'payments:charge',
    })
    expect(await recordsOf(as)).toEqual([REFUSED])
  })

  it.each(PAYMENT_READERS)('admits a user with only %s', async (permission) => {
    const { userId: as } = await holderOf(permission)
    expect((await callOperation(operation, { as })).status).not.toBe(403)
    expect(await recordsOf(as)).toEqual([])
  })

  it('admits an API key with one of the permissions, and no other key of its owner', async () => {
    const { userId } = await holderOf('users:list', ...PAYMENT_READERS)
    const statusWith = async (permission: PermissionName) => {
      const { key } = await makeApiKey(userId, [permission])
      return (await callOperation(operation, { key })).status
    }
    for (const permission of PAYMENT_READERS) expect(await statusWith(permission)).not.toBe(403)
    expect(await statusWith('users:list')).toBe(403)
  })
})

describe('a form that one of several permissions opens', () => {
  const handle = vi.fn(async () => ({ ok: true }) as const)
  const action = defineAction({
    access: { anyOf: PAYMENT_READERS },
    body: z.object({}),
    handle,
    done: () => ({ redirect: '/dashboard/payments' }),
  })
  const submit = async (as: string) =>
    (await submitForm({ page: '/dashboard/payments', name: 'form', action }, {}, { as })).status

  it('is refused without all of them, and does nothing', async () => {
    const { userId } = await holderOf(...OTHERS)
    expect(await submit(userId)).toBe(403)
    expect(handle).not.toHaveBeenCalled()
    expect(await recordsOf(userId)).toEqual([REFUSED])
  })

  it.each(PAYMENT_READERS)('is accepted from a user with only %s', async (permission) => {
    handle.mockClear()
    expect(await submit((await holderOf(permission)).userId)).toBe(303)
    expect(handle).toHaveBeenCalledOnce()
  })
})

describe('the export of payments', () => {
  it('is refused to a user with every permission but those to read payments, on record', async () => {
    const { userId } = await holderOf(...OTHERS)
    expect(await download(userId)).toBe(403)
    expect(await recordsOf(userId)).toEqual([REFUSED])
  })

  it.each(PAYMENT_READERS)('admits a user with only %s', async (permission) => {
    expect(await download((await holderOf(permission)).userId)).toBe(200)
  })
})

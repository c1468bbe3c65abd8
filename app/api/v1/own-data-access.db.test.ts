import { beforeAll, describe, expect, it } from 'vitest'
import { GET as openAvatarPage } from '@/app/dashboard/avatars/[id]/route'
import { syncCatalog } from '@/lib/access/catalog'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { createPayment } from '@/lib/payments/create-payment'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf, liveHolderOf } from '@/tests/kit/administrators'
import {
  apiOperations,
  callOperation,
  type Operation,
} from '@/tests/kit/contract/declared-handlers'
import { importRows } from '@/tests/kit/import-rows'
import { insertUser } from '@/tests/kit/insert-user'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { testContext } from '@/tests/kit/test-context'
import { pageCookie } from '@/tests/kit/sessions'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const operations = await apiOperations()
const accessOf = ({ handler }: Operation) =>
  handler.declaration.access as { permission: PermissionName; unlessOwn?: string }
const forOwners = operations.filter((one) => accessOf(one).unlessOwn !== undefined)
const named = (operationId: string) =>
  operations.find(({ handler }) => handler.declaration.operationId === operationId)!

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

/** The permissions that this user was refused, as the audit trail names them. */
async function refusedTo(userId: string) {
  const where = { actorId: userId, action: 'permission.refused', outcome: 'refused' } as const
  const rows = await db().auditRecord.findMany({ where, select: { targetId: true } })
  return rows.map(({ targetId }) => targetId)
}

it('the routes on which users need no permission for their own data are these', () => {
  const names = forOwners.map(({ handler }) => handler.declaration.operationId)
  expect(names).toEqual(['listUserApiKeys', 'getUserAvatar', 'getUser'])
})

describe.each(forOwners)('$name', (operation) => {
  const { permission, unlessOwn } = accessOf(operation)
  const ask = (sent: { as?: string; key?: string }, id: string) =>
    callOperation(operation, { ...sent, params: { [unlessOwn!]: id } })

  it('refuses other users alike whether the ID exists, and audits it once a minute', async () => {
    const [{ id }, { userId: stranger }] = [await insertUser(), await holderOf('audit:list')]
    const known = await ask({ as: stranger }, id)
    const unknown = await ask({ as: stranger }, newId())
    const [seen, other] = [await known.json(), await unknown.json()] as Record<string, unknown>[]
    expect([known.status, unknown.status]).toEqual([403, 403])
    expect(seen).toMatchObject({ code: 'insufficient_permission', required_permission: permission })
    expect({ ...seen, request_id: null }).toEqual({ ...other, request_id: null })
    expect(await refusedTo(stranger)).toEqual([permission])
  })

  it('admits the user, however the ID is spelled, and holders of the permission', async () => {
    const [{ id }, { userId: reader }] = [await insertUser(), await holderOf(permission)]
    // The user has no picture.
    const admitted = operation.path.endsWith('/avatar') ? 404 : 200
    expect((await ask({ as: id }, id)).status).toBe(admitted)
    expect((await ask({ as: id }, id.toUpperCase())).status).toBe(admitted)
    expect((await ask({ as: reader }, id)).status).toBe(admitted)
    expect([await refusedTo(id), await refusedTo(reader)]).toEqual([[], []])
  })

  it('refuses the user’s own API key without the permission, and audits it', async () => {
    const { userId } = await holderOf('users:list')
    const { key } = await makeApiKey(userId, ['users:list'])
    expect((await ask({ key }, userId)).status).toBe(403)
    expect(await refusedTo(userId)).toEqual([permission])
  })
})

it('a page’s picture of another user is refused and audited without users:read', async () => {
  const [{ id }, { userId: stranger }] = [await insertUser(), await holderOf('audit:list')]
  const look = async (as: string) => {
    const headers = { cookie: await pageCookie(as), 'x-gatehouse-page': `/dashboard/avatars/${id}` }
    return (await openAvatarPage(new Request('http://localhost:3000/', { headers }))).status
  }
  expect([await look(stranger), await look(stranger), await look(id)]).toEqual([403, 403, 404])
  expect([await refusedTo(stranger), await refusedTo(id)]).toEqual([['users:read'], []])
})

describe('what looks missing without a permission is audited if it exists', () => {
  const cases: [string, PermissionName, PermissionName[], () => Promise<string>][] = [
    ['revokeApiKey', 'users:activate', [], keyOfOther],
    ['getPayment', 'payments:list', ['payments:charge'], paymentOfOther],
    ['getUserImport', 'users:list', ['users:activate'], importOfOther],
    ['exportRejectedRows', 'users:list', ['users:activate'], importOfOther],
    ['cancelUserImport', 'users:list', ['users:activate'], importOfOther],
    ['runUserImport', 'users:list', ['users:activate'], importOfOther],
    ['inviteImportedUsers', 'users:list', ['users:activate'], importOfOther],
  ]
  it.each(cases)('%s', async (name, missing, held, other) => {
    const { userId: as } = await holderOf(...held)
    const query: Record<string, string> = name === 'exportRejectedRows' ? { format: 'csv' } : {}
    const ask = (id: string) => callOperation(named(name), { as, query, params: { id } })
    expect((await ask(newId())).status).toBe(404)
    expect(await refusedTo(as)).toEqual([])
    const id = await other()
    expect([(await ask(id)).status, (await ask(id)).status]).toEqual([404, 404])
    expect(await refusedTo(as)).toEqual([missing])
  })
})

async function keyOfOther() {
  const { userId } = await holderOf('users:list')
  return (await makeApiKey(userId, ['users:list'])).apiKey.id
}
async function importOfOther() {
  const owner = await liveHolderOf('users:activate')
  return (await importRows(owner, [{ email: `${newId()}@import.example` }], true)).id
}
async function paymentOfOther() {
  const input = {
    amount: 1050,
    currency: 'EUR',
    paymentMethodToken: 'sim_frictionless',
    returnUrl: 'http://localhost:3000/dashboard',
    idempotencyKey: newId(),
  }
  const made = await createPayment(await holderOf('payments:charge'), input, testContext())
  if (!made.ok) throw new Error(made.code)
  return made.payment.id
}

import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { eraseDueRecords } from '@/lib/audit/erase-audit-records'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { authenticateKey } from '@/lib/identity/api-keys/authenticate-key'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { livePrincipalOf, principalOf } from '@/tests/kit/principal-of'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { continueErasures } from '@/lib/users/erasure/continue-erasures'
import { eraseDueAccounts } from '@/lib/users/erasure/erase-due-accounts'
import { eraseOwnAccount, eraseUser } from '@/lib/users/erasure/erase-user'

useTestDatabase()
beforeAll(async () => {
  useSettings({ DATA_DIR: temporaryFolder() })
  await syncCatalog(new Date())
})

const inHours = (hours: number) => addSeconds(new Date(), hours * 3600)
const GRACE_HOURS = 30.01 * 24

async function runBackground(at: Date): Promise<void> {
  await sealAuditRecords(at)
  await eraseDueRecords(at)
  await continueErasures(at)
  await sealAuditRecords(addSeconds(at, 60))
}

/** An account, and a key that it created for a service account. */
async function leavingUser() {
  const { id } = await makeUser()
  const service = (await makeServiceAccount()).id
  const { apiKey, key } = await makeApiKey(service, [], { expiresAt: inHours(2 * GRACE_HOURS) })
  await db().apiKey.update({ where: { id: apiKey.id }, data: { createdById: id } })
  return { id, service, key }
}

const atRequest = async (userId: string) =>
  eraseUser(await holderOf('users:delete'), { userId }, ctx())
const ownAccount = async (userId: string) =>
  eraseOwnAccount({ password: PASSWORD }, await livePrincipalOf(userId), ctx())
async function afterGraceTime(userId: string) {
  const admin = await principalOf((await insertAdministrator()).id)
  await changeUserStatus(admin, { userId, move: 'delete' }, ctx())
  await eraseDueAccounts(inHours(GRACE_HOURS))
}

describe('the record of an erasure', () => {
  it.each([
    ['by an administrator', atRequest, 'request'],
    ['by the user', ownAccount, 'request'],
    ['after the grace time', afterGraceTime, 'grace_time'],
  ])('%s still names the accounts whose keys the user may know', async (_, erase, reason) => {
    const { id, service, key } = await leavingUser()
    await erase(id)
    expect(await db().user.count({ where: { id } })).toBe(0)
    for (const hours of [0.1, 1.2, 2.4]) await runBackground(inHours(GRACE_HOURS + hours))
    const records = await db().auditRecord.findMany({ where: { targetId: id } })
    const named = records.filter(({ details }) => JSON.stringify(details).includes(service))
    expect(named).toMatchObject([
      { action: 'user.erased', details: { reason, service_keys: 1, service_accounts: [service] } },
    ])
    expect(await verifyAuditChain(inHours(GRACE_HOURS + 3))).toMatchObject({ firstBad: null })
    expect(await authenticateKey(key, { now: new Date(), ip: null })).toMatchObject({ ok: true })
  })

  it('names no accounts if the user created no keys that work', async () => {
    const { id, key } = await leavingUser()
    await db().apiKey.updateMany({ where: { createdById: id }, data: { revokedAt: new Date() } })
    await atRequest(id)
    const record = await db().auditRecord.findFirstOrThrow({
      where: { targetId: id, action: 'user.erased' },
    })
    expect(record.details).not.toHaveProperty('service_keys')
    expect(await authenticateKey(key, { now: new Date(), ip: null })).toMatchObject({ ok: false })
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { register } from '@/lib/identity/registration/register'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { stored } from '@/tests/kit/stored-upload'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { eraseDueAccounts } from '@/lib/users/erasure/erase-due-accounts'
import { eraseUser } from '@/lib/users/erasure/erase-user'

useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  useSettings({ DATA_DIR: temporaryFolder() })
  await syncCatalog(new Date())
})

const due = () => addSeconds(new Date(), 31 * 86_400)
const erasedRecords = (targetId: string) =>
  db().auditRecord.count({ where: { targetId, action: 'user.erased', outcome: 'ok' } })

describe('twenty at once', () => {
  it('erase an account once', async () => {
    const actor = await holderOf('users:delete')
    const { id } = await insertUser({ status: 'deleted' })
    const results = await twenty(() => eraseUser(actor, { userId: id }, ctx()))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await erasedRecords(id)).toBe(1)
    expect(await db().accountErasure.count({ where: { userId: id } })).toBe(1)
  })

  it('restore and erase an account whose grace period is over: exactly one of both happens', async () => {
    const restorer = await holderOf('users:restore')
    for (let round = 0; round < 5; round++) {
      const { id } = await insertUser({ status: 'deleted' })
      const results = await twenty((index) =>
        index % 2 === round % 2
          ? changeUserStatus(restorer, { userId: id, move: 'restore' }, ctx()).then(({ ok }) => ok)
          : eraseDueAccounts(due()).then(() => false),
      )
      const restored = results.includes(true)
      const row = await db().user.findUnique({ where: { id } })
      expect(row?.status ?? 'gone').toBe(restored ? 'deactivated' : 'gone')
      expect(await erasedRecords(id)).toBe(restored ? 0 : 1)
    }
  })

  it('upload files while the account is erased: no file keeps its owner', async () => {
    const actor = await holderOf('users:delete')
    const { id } = await insertUser()
    await twenty<unknown>((index) =>
      index === 7 ? eraseUser(actor, { userId: id }, ctx()) : stored(id).catch(() => null),
    )
    expect(await db().user.count({ where: { id } })).toBe(0)
    expect(await db().upload.count({ where: { status: { not: 'deleting' } } })).toBe(0)
  })

  it('sign up with the address while it becomes free: one new account', async () => {
    const actor = await holderOf('users:delete')
    const email = `${newId()}@example.org`
    const { id } = await insertUser({ status: 'deleted', email })
    await twenty((index) =>
      index === 7
        ? eraseUser(actor, { userId: id }, ctx())
        : register({ email, password: PASSWORD }, ctx()),
    )
    const rows = await db().user.findMany({ where: { email } })
    expect(rows.filter((row) => row.id === id)).toEqual([])
    expect(rows.length).toBeLessThanOrEqual(1)
  })
})

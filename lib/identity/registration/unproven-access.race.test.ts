import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { createApiKey } from '@/lib/identity/api-keys/create-api-key'
import { resetPassword } from '@/lib/identity/passwords/reset-password'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { insertSession } from '@/tests/kit/sessions'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

it('no API key of a stranger outlives the takeover of the account, however close it was created', async () => {
  const { id: service } = await makeServiceAccount()
  for (let round = 0; round < 5; round++) {
    const holder = await holderOf('users:activate')
    const { userId } = holder
    const data = { emailVerifiedAt: null, firstVerifiedAt: null }
    const { email } = await db().user.update({ where: { id: userId }, data })
    const sessionId = await insertSession(userId, new Date())
    const token = await issueEmailToken(db(), { userId, kind: 'reset_password', email }, new Date())
    const create = async (owner: string) => {
      const ctx = testContext()
      const actor = { ...holder, sessionId, authTime: ctx.now }
      const key = { userId: owner, name: 'Key', permissions: [], allowedAddresses: [] }
      const wanted = { ...key, expiresAt: addSeconds(ctx.now, 86_400), password: undefined }
      return (await createApiKey(actor, wanted, ctx)).ok
    }
    const results = await twenty(async (n) => {
      if (n === 3)
        return resetPassword({ token, password: 'the owner of the mailbox' }, testContext())
      // Until the session has ended, or the account has as many keys as it may have.
      while (await create(n % 2 ? userId : service));
      return null
    })
    expect(results[3]).toEqual({ ok: true })
    const made = { OR: [{ userId }, { createdById: userId }] }
    expect(await db().apiKey.count({ where: made })).toBeGreaterThan(0)
    expect(await db().apiKey.count({ where: { ...made, revokedAt: null } })).toBe(0)
  }
})

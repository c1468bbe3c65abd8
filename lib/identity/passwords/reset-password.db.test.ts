import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { sendPasswordLink } from '@/lib/identity/passwords/reset-password'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { makeUser } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const principalOf = (userId: string) => ({
  userId,
  sessionId: newId(),
  generation: 1,
  authTime: new Date(),
  kind: 'session' as const,
  impersonator: null,
  limitedTo: null,
  roles: [],
  permissions: new Set<string>(),
})

it('emails the link for a first password to the account’s own address, and sets no password itself', async () => {
  const { id, email } = await makeUser()
  await db().user.update({ where: { id }, data: { passwordHash: null } })
  expect(await sendPasswordLink(principalOf(id), testContext({ surface: 'web' }))).toEqual({
    ok: true,
  })
  const jobs = await db().job.findMany()
  expect(jobs.map(({ payload }) => payload)).toEqual([{ mail: 'reset_password', email }])
  expect((await db().user.findUniqueOrThrow({ where: { id } })).passwordHash).toBeNull()
})

it('sends nothing to a deleted user', async () => {
  const before = await db().job.count()
  expect(await sendPasswordLink(principalOf(newId()), testContext())).toMatchObject({
    code: 'session_revoked',
  })
  expect(await db().job.count()).toBe(before)
})

import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { lockCatalog } from '@/lib/access/catalog.store'
import { acceptInvitation } from '@/lib/identity/registration/accept-invitation'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { PASSWORD } from '@/tests/kit/make-user'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { createInvitationLink } from '@/lib/users/invite-user'

useTestDatabase()
beforeAll(async () => {
  usePatientHashing()
  useSettings()
  await syncCatalog(new Date())
})

const use = (token: string) => acceptInvitation({ token, password: PASSWORD }, ctx())

const inviter = async () => livePrincipalOf((await holderOf('users:activate')).userId)

async function invited(): Promise<string> {
  const { id } = await insertUser({ status: 'pending' })
  await db().user.update({ where: { id }, data: { invitedAt: new Date() } })
  return id
}
const copy = async (actor: SessionPrincipal, userId: string) => {
  const made = await createInvitationLink(actor, { userId }, ctx())
  return made.ok ? new URL(made.link.url).searchParams.get('token')! : ''
}

it('twenty uses of a copied link open the account once', async () => {
  const userId = await invited()
  const token = await copy(await inviter(), userId)
  const results = await twenty(() => use(token))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await db().sessionFamily.count({ where: { userId } })).toBe(1)
})

it('of twenty links copied at once one works', async () => {
  const userId = await invited()
  const actor = await inviter()
  const tokens = await twenty(() => copy(actor, userId))
  expect(await db().emailToken.count({ where: { userId } })).toBe(1)
  const results: boolean[] = []
  for (const token of tokens) results.push((await use(token)).ok)
  expect(results.filter(Boolean)).toHaveLength(1)
})

it('using a link waits for a permission being added to a role of the account, and includes it', async () => {
  const userId = await invited()
  const token = await copy(await inviter(), userId)
  const roleId = await insertRole(`grows ${newId()}`, [], [userId])
  const waiting = async () => {
    const [{ count } = { count: 0 }] = await db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return count > 0
  }
  let done = false
  const attempt = await inTransaction(async (tx) => {
    await lockCatalog(tx)
    await tx.rolePermission.create({ data: { roleId, permission: 'audit:list' } })
    const used = use(token).finally(() => (done = true))
    await until('the use waits', 20_000, async () => done || (await waiting()))
    return { used }
  })
  expect(await attempt.used).toEqual({ ok: false, code: 'invalid_or_expired_token' })
  expect(await db().user.findUnique({ where: { id: userId } })).toMatchObject({ status: 'pending' })
})

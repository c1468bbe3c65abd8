import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { forgotPassword } from '@/lib/identity/passwords/reset-password'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { changeUserEmail } from '@/lib/users/change-user-details'
import { continueErasures } from '@/lib/users/erasure/continue-erasures'
import { eraseDueAccounts } from '@/lib/users/erasure/erase-due-accounts'
import { eraseOwnAccount } from '@/lib/users/erasure/erase-user'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const inDays = (days: number) => addSeconds(new Date(), days * 86_400)

async function codeOf(outcome: ReturnType<typeof login>): Promise<string | null> {
  const result = await outcome
  return 'code' in result ? result.code : null
}

it('an erasure leaves the emails of another account to an address that it had before', async () => {
  const victim = await makeUser()
  const thief = await makeUser()
  const [linkedAt, lastUsedAt] = [new Date(), new Date()]
  const identity = { provider: 'discord', providerAccountId: newId(), email: victim.email }
  await db().account.create({ data: { ...identity, userId: thief.id, linkedAt, lastUsedAt } })
  await forgotPassword({ email: victim.email }, ctx())
  const editor = await holderOf('users:email:change:any')
  const email = `${newId()}@new.example`
  expect(await changeUserEmail(editor, { userId: victim.id, email }, ctx())).toMatchObject({
    ok: true,
  })
  const waiting = async () =>
    (await db().job.findMany()).filter(({ payload }) =>
      JSON.stringify(payload).includes(victim.email),
    ).length
  const before = await waiting()
  expect(before).toBeGreaterThan(1)
  const principal = await livePrincipalOf(thief.id)
  expect(await eraseOwnAccount({ password: PASSWORD }, principal, ctx())).toEqual({ ok: true })
  await continueErasures(inDays(1))
  expect(await waiting()).toBe(before)
})

it.each([
  ['', 'example.com', 'example.com'],
  [' in its other spelling', 'xn--bcher-kva.example', 'bücher.example'],
  [', which an invalid domain spells', 'example.com', 'xn--example-.com'],
])(
  'an erasure leaves the records, locks, and emails of another account with an address that was only claimed%s',
  async (_, domain, claimed) => {
    const name = newId()
    const victim = await makeUser({ email: `${name}@${domain}` })
    const thief = await makeUser()
    const [linkedAt, lastUsedAt] = [new Date(), new Date()]
    const identity = {
      provider: 'discord',
      providerAccountId: newId(),
      email: `${name}@${claimed}`,
    }
    await db().account.create({ data: { ...identity, userId: thief.id, linkedAt, lastUsedAt } })
    for (let attempt = 0; attempt < 5; attempt++)
      await login({ email: victim.email, password: 'guessed wrong' }, ctx())
    await forgotPassword({ email: victim.email }, ctx())
    await sealAuditRecords(inDays(1))
    const state = async () => ({
      // Without the seconds left, which pass.
      refusal: await codeOf(login({ email: victim.email, password: PASSWORD }, ctx())),
      mails: await db().job.count({
        where: { payload: { path: ['email'], equals: victim.email } },
      }),
      refused: await db().auditRecord.count({
        where: { action: 'session.refused', details: { path: ['email'], equals: victim.email } },
      }),
    })
    const before = await state()
    expect(before.refusal).toBe('account_locked')
    expect(before.mails).toBeGreaterThan(0)
    expect(before.refused).toBeGreaterThan(4)
    const remover = await holderOf('users:delete')
    await changeUserStatus(remover, { userId: thief.id, move: 'delete' }, ctx())
    await eraseDueAccounts(inDays(31))
    await continueErasures(inDays(32))
    expect(await db().user.count({ where: { id: thief.id } })).toBe(0)
    expect(await state()).toEqual(before)
  },
)

import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { disownSession, inspectDisownLink } from '@/lib/identity/sessions/disown-session'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { changePassword } from '@/lib/identity/passwords/change-password'
import { login } from '@/lib/identity/sign-in/login'
import { notifyHolders } from '@/lib/messaging/inbox/notify-holders'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { later, START, useMailQueue } from '@/tests/kit/mail-queue'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { holderOf } from '@/tests/kit/administrators'
import { livePrincipalOf, principalOf } from '@/tests/kit/principal-of'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const queue = useMailQueue()
beforeAll(() => syncCatalog(START))

const at = (seconds: number) =>
  testContext({ now: later(seconds), ip: '203.0.113.9', userAgent: 'Mozilla/5.0 Firefox/145.0' })

/**
 * An intruder signs in while the owner's mail server defers every email, and then takes the
 * address.
 */
async function intrusion(act: (sessionId: string, userId: string) => Promise<unknown>) {
  const user = await makeUser()
  await makeSession(user.id, testContext({ now: later(-86_400) }))
  const signedIn = await login({ email: user.email, password: PASSWORD }, at(0))
  if (!signedIn.ok || !('session' in signedIn)) throw new Error('no session')
  await act(signedIn.session.sessionId, user.id)
  queue.receiver().fail({ at: 'recipient', with: 450, text: '4.2.0 Greylisted, try again later' })
  await queue.work(later(1))
  queue.receiver().fail(null)
  const email = `intruder.${user.id}@evil.example`
  await db().user.update({ where: { id: user.id }, data: { email } })
  for (let seconds = 4; seconds < 60; seconds += 4) await queue.work(later(seconds))
  expect(queue.mails().flatMap(({ envelope }) => envelope.to)).not.toContain(email)
  return user
}

it('the notice of a sign-in reaches the address of that moment, with a link that works', async () => {
  const user = await intrusion(async () => {})
  expect(queue.mails().map(({ envelope }) => envelope.to)).toEqual([[user.email]])
  const token = queue.linkToken()
  expect(await inspectDisownLink({ token, now: later(61) })).toMatchObject({
    addressChanged: true,
  })
  expect(await disownSession({ token }, at(62))).toMatchObject({ ok: true })
})

it('so does the notice of a changed password', async () => {
  const change = { currentPassword: PASSWORD, newPassword: 'the intruder’s own passphrase' }
  const user = await intrusion(async (sessionId, userId) =>
    changePassword(change, { ...(await principalOf(userId)), sessionId }, at(0)),
  )
  expect(queue.mails().map(({ envelope }) => envelope.to)).toEqual([[user.email], [user.email]])
})

it('so does a notice to administrators, such as of changed email settings', async () => {
  const { userId } = await holderOf('settings:manage')
  const by = { permission: 'settings:manage', occasion: 'change', after: null } as const
  const at = START.toISOString()
  await inTransaction((tx) =>
    notifyHolders(tx, by, (id) => ({ mail: 'mail_settings_changed', userId: id, at }), START),
  )
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } })
  await db().user.update({ where: { id: userId }, data: { email: `i.${email}` } })
  await queue.work(later(1))
  expect(queue.mails().map(({ envelope }) => envelope.to)).toEqual([[email]])
})

it('so does the notice that the owner’s account was deleted', async () => {
  const { id, email } = await makeUser()
  const principal = await livePrincipalOf(id)
  const ctx = testContext({ now: START })
  expect(await deleteOwnAccount({ password: PASSWORD }, principal, ctx)).toEqual({ ok: true })
  await db().user.update({ where: { id }, data: { email: `i.${email}` } })
  await queue.work(later(1))
  expect(queue.mails().map(({ envelope }) => envelope.to)).toEqual([[email]])
})

import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { startImpersonation } from '@/lib/identity/impersonation/start-impersonation'
import { registrationNoticeJob } from '@/lib/identity/registration/registration.jobs'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { runDueJobs } from '@/tests/kit/jobs'
import { makeRegistration } from '@/tests/kit/make-registration'
import { makeSession } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { approveRegistration } from '@/lib/users/decide-registration'
import { continueErasures } from '@/lib/users/erasure/continue-erasures'
import { eraseUser } from '@/lib/users/erasure/erase-user'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_REGISTRATION: 'approval' })
  await syncCatalog(new Date())
})

const later = () => addSeconds(new Date(), 1)
const titlesOf = async (userId: string) =>
  (await db().inboxItem.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(
    ({ title }) => title,
  )

async function erase(userId: string): Promise<void> {
  const actor = await holderOf('users:delete', 'users:impersonate')
  expect(await eraseUser(actor, { userId }, ctx())).toEqual({ ok: true })
}

async function approved(by: Awaited<ReturnType<typeof holderOf>>) {
  const { id, email, token } = await makeRegistration()
  await verifyEmail({ token }, ctx())
  await runDueJobs([registrationNoticeJob], later())
  expect(await approveRegistration(by, { userId: id }, ctx())).toMatchObject({ ok: true })
  return { id, email }
}

async function view(userId: string, by: { name: string; reason: string }) {
  const holder = await holderOf('users:impersonate')
  await db().user.update({ where: { id: holder.userId }, data: { name: by.name } })
  const { sessionId } = await makeSession(holder.userId, ctx())
  const actor = { ...holder, sessionId }
  const result = await startImpersonation(actor, { userId, reason: by.reason }, ctx())
  expect(result).toMatchObject({ ok: true })
  return holder.userId
}

describe('an erasure reaches the inboxes of others', () => {
  it('the notice to approvers that an account waited, and no other', async () => {
    const approver = await holderOf('users:activate')
    const [one, other] = [await approved(approver), await approved(approver)]
    expect(await titlesOf(approver.userId)).toEqual([
      `${one.email} is waiting for approval`,
      `${other.email} is waiting for approval`,
    ])
    await erase(one.id)
    expect(await titlesOf(approver.userId)).toEqual([`${other.email} is waiting for approval`])
  })

  it('the notice to a user whom an administrator viewed, the email too, and no other', async () => {
    const { id } = await insertUser()
    const ada = await view(id, { name: 'Ada Lovelace', reason: 'Ticket 4711' })
    await view(id, { name: 'Grace Hopper', reason: 'Ticket 4712' })
    await erase(ada)
    expect(await titlesOf(id)).toEqual(['Grace Hopper is viewing your account'])
    await continueErasures(later())
    const jobs = JSON.stringify(await db().job.findMany())
    expect(jobs).toContain('Grace Hopper')
    expect(jobs).not.toContain('Ada Lovelace')
  })

  it('a reason that names the address, but not one that was given after the erasure', async () => {
    const [viewed, ada] = [await insertUser(), await insertUser()]
    await view(viewed.id, { name: 'Grace', reason: `Asked by ${ada.email.toUpperCase()}` })
    await view(viewed.id, { name: 'Alan', reason: `Asked by x${ada.email}` })
    await erase(ada.id)
    await view(viewed.id, { name: 'Edsger', reason: `Asked by ${ada.email}` })
    await continueErasures(later())
    expect(await titlesOf(viewed.id)).toEqual([
      'Alan is viewing your account',
      'Edsger is viewing your account',
    ])
  })

  it('a reason that names the address with its domain as it is written', async () => {
    const viewed = await insertUser()
    const name = newId()
    const ada = await insertUser({ email: `${name}@xn--bcher-kva.example` })
    await view(viewed.id, { name: 'Grace', reason: `Asked by ${name}@bücher.example` })
    await view(viewed.id, { name: 'Alan', reason: `Asked by x${name}@bücher.example` })
    await erase(ada.id)
    await continueErasures(later())
    expect(await titlesOf(viewed.id)).toEqual(['Alan is viewing your account'])
  })

  it('but not because of an address that was never confirmed: anyone can type one', async () => {
    const [viewed, stranger] = [await insertUser(), await insertUser({ status: 'pending' })]
    await view(viewed.id, { name: 'Grace', reason: `Asked by ${stranger.email}` })
    await erase(stranger.id)
    await continueErasures(later())
    expect(await titlesOf(viewed.id)).toEqual(['Grace is viewing your account'])
  })
})

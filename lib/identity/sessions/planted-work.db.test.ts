import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import type { StatusMove } from '@/lib/accounts/user-status'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { acceptInvitation } from '@/lib/identity/registration/accept-invitation'
import { endUnprovenAccess } from '@/lib/identity/registration/unproven-access'
import { NOTHING_REMOVED } from '@/lib/identity/sessions/planted-access'
import { writePhone } from '@/lib/messaging/sms/phone.store'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { type Actor, OPERATOR } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { beginWork, UNDER_WAY } from '@/tests/kit/begin-work'
import { atStep, freshUser } from '@/tests/kit/enroll-mfa'
import { insertUser } from '@/tests/kit/insert-user'
import { disown, DISOWNED, intrude, PLANTING, recordsOf, reset } from '@/tests/kit/intruder'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { PASSWORD } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

async function administrator() {
  const owner = await freshUser()
  await insertRole(`desk ${newId()}`, ['users:activate', 'notifications:send'], [owner.id])
  return owner
}

/** An invitation of another user; `issuedById` was shown it as a link. */
async function invited(step: number, issuedById?: string) {
  const { id: userId, email } = await insertUser({ status: 'pending' })
  await db().user.update({ where: { id: userId }, data: { invitedAt: atStep(step).now } })
  const invitation = {
    userId,
    email,
    kind: 'invitation',
    ...(issuedById && { issuedById }),
  } as const
  const token = await issueEmailToken(db(), invitation, atStep(step).now)
  return () => acceptInvitation({ token, password: PASSWORD }, atStep(DISOWNED))
}

const begin = (actorId: string, step: number) => beginWork(actorId, atStep(step).now)
const aboutWork = { targetType: { in: ['bulk_action', 'notification', 'user_import'] } }
const ENDED = ['stopped', atStep(DISOWNED).now, 'stopped', 'cancelled']

async function confirmPhone(userId: string, step: number) {
  const { now } = atStep(step)
  await writePhone(db(), { userId, phone: '+14155550124', verifiedAt: now, now })
}
const phoneOf = async (id: string) => (await db().user.findUniqueOrThrow({ where: { id } })).phone

describe('“This wasn’t me”', () => {
  it('ends the copied invitation links of the intruder, which would open another account, and no others', async () => {
    const owner = await administrator()
    const kept = [await invited(0, owner.id), await invited(PLANTING)]
    const { token } = await intrude(owner)
    const planted = await invited(PLANTING, owner.id)
    await disown(token)
    expect(await planted()).toMatchObject({ code: 'invalid_or_expired_token' })
    for (const accept of kept) expect(await accept()).toMatchObject({ ok: true })
    expect(await recordsOf(owner.id)).toMatchObject([
      { ...NOTHING_REMOVED, invitation_links_ended: 1 },
    ])
  })

  it('also ends those that were copied before the reset that follows', async () => {
    const owner = await administrator()
    const { token } = await intrude(owner)
    const resetToken = await disown(token)
    const planted = await invited(DISOWNED + 1, owner.id)
    await reset(resetToken)
    expect(await planted()).toMatchObject({ code: 'invalid_or_expired_token' })
    expect(await recordsOf(owner.id)).toMatchObject([{}, { invitation_links_ended: 1 }])
  })

  it('stops what the intruder left running or scheduled, and nothing older or of others', async () => {
    const [owner, other] = [await administrator(), await administrator()]
    const older = await begin(owner.id, 0)
    const { token } = await intrude(owner)
    const [planted, others] = [await begin(owner.id, PLANTING), await begin(other.id, PLANTING)]
    await disown(token)
    expect(await planted()).toEqual(ENDED)
    for (const states of [older, others]) expect(await states()).toEqual(UNDER_WAY)
    expect(await recordsOf(owner.id)).toMatchObject([
      { imports_stopped: 2, bulk_actions_stopped: 1, notifications_cancelled: 1 },
    ])
    const records = await db().auditRecord.findMany({
      where: { actorId: owner.id, targetType: { not: 'session' } },
      orderBy: { action: 'asc' },
    })
    expect(records.map(({ action }) => action)).toEqual([
      'bulk_action.stopped',
      'notification.cancelled',
      'user_import.invitations_stopped',
      'user_import.stopped',
    ])
  })

  it('removes a phone number that the intruder confirmed, which would get the owner’s notices', async () => {
    const owner = await freshUser()
    const { token } = await intrude(owner)
    await confirmPhone(owner.id, PLANTING)
    await disown(token)
    expect(await phoneOf(owner.id)).toBeNull()
    expect(await recordsOf(owner.id)).toMatchObject([{ ...NOTHING_REMOVED, phone_removed: true }])
  })

  it('keeps a number that was confirmed before', async () => {
    const owner = await freshUser()
    await confirmPhone(owner.id, 0)
    const { token } = await intrude(owner)
    await disown(token)
    expect(await phoneOf(owner.id)).toBe('+14155550124')
    expect(await recordsOf(owner.id)).toMatchObject([NOTHING_REMOVED])
  })
})

it('the takeover of an account that no one had proven to own ends all of it', async () => {
  const { id: userId } = await administrator()
  const [states, link] = [await begin(userId, 0), await invited(0, userId)]
  await inTransaction((tx) => endUnprovenAccess(tx, { userId }, atStep(DISOWNED)))
  expect(await states()).toEqual(ENDED)
  expect(await link()).toMatchObject({ code: 'invalid_or_expired_token' })
})

describe.each([
  ['deactivate', 'activate'],
  ['delete', 'restore'],
] as const)('an account that an administrator %ss', (close, open) => {
  const move = (userId: string, how: StatusMove, actor: Actor = OPERATOR) =>
    changeUserStatus(actor, { userId, move: how }, atStep(DISOWNED))

  it(`loses its copied links and its work, and gets none of it back by ${open} and a reset`, async () => {
    const [{ id: userId, email }, other] = [await administrator(), await administrator()]
    const [states, link] = [await begin(userId, 0), await invited(0, userId)]
    const others = [await begin(other.id, 0), await invited(0, other.id)] as const
    expect(await move(userId, close)).toMatchObject({ ok: true })
    expect(await states()).toEqual(ENDED)
    expect(await move(userId, open)).toMatchObject({ ok: true, user: { status: 'active' } })
    const about = { userId, kind: 'reset_password', email } as const
    await reset(await issueEmailToken(db(), about, atStep(DISOWNED).now))
    expect(await states()).toEqual(ENDED)
    expect(await link()).toMatchObject({ code: 'invalid_or_expired_token' })
    expect(await others[0]()).toEqual(UNDER_WAY)
    expect(await others[1]()).toMatchObject({ ok: true })
  })

  it('keeps what a service account began with a key that they created, which stays valid', async () => {
    const [{ id: userId }, { id: service }] = [await administrator(), await makeServiceAccount()]
    const states = await begin(service, 0)
    const { apiKey } = await makeApiKey(service, [], { ctx: atStep(0) })
    await db().apiKey.update({ where: { id: apiKey.id }, data: { createdById: userId } })
    const sent = { createdById: service }
    await db().notificationBatch.updateMany({ where: sent, data: { apiKeyId: apiKey.id } })
    expect(await move(userId, close)).toMatchObject({ ok: true })
    expect(await states()).toEqual(UNDER_WAY)
  })

  it('has that in the audit trail, with the reason, and as the act of who closed it', async () => {
    const { id: userId } = await administrator()
    const actor = await holderOf('users:activate', 'users:delete', 'notifications:send')
    await begin(userId, 0)
    await invited(0, userId)
    expect(await move(userId, close, actor)).toMatchObject({ ok: true })
    const where = { targetId: userId, action: `user.${close}d` }
    expect((await db().auditRecord.findFirstOrThrow({ where })).details).toMatchObject({
      invitation_links_ended: 1,
      imports_stopped: 2,
      bulk_actions_stopped: 1,
      notifications_cancelled: 1,
    })
    expect(await db().auditRecord.count({ where: { ...aboutWork, actorId: userId } })).toBe(0)
    const records = await db().auditRecord.findMany({
      where: { ...aboutWork, actorId: actor.userId },
      orderBy: { action: 'asc' },
    })
    const because = { details: { reason: 'actor_not_active' } }
    expect(records).toMatchObject([
      { action: 'bulk_action.stopped', ...because },
      { action: 'notification.cancelled' },
      { action: 'user_import.invitations_stopped', ...because },
      { action: 'user_import.stopped', ...because },
    ])
  })

  it('names no one if the operator of the server closed it', async () => {
    const { id: userId } = await administrator()
    await begin(userId, 0)
    await move(userId, close)
    const records = await db().auditRecord.findMany({
      where: aboutWork,
      orderBy: { id: 'desc' },
      take: 4,
    })
    expect(records.map(({ actorId }) => actorId)).toEqual(Array(4).fill(null))
    expect(await db().auditRecord.count({ where: { ...aboutWork, actorId: userId } })).toBe(0)
  })
})

it('a password reset ends copied links, which an intruder may have, and not the owner’s own work', async () => {
  const { id: userId, email } = await administrator()
  const [states, link, emailed] = [
    await begin(userId, 0),
    await invited(0, userId),
    await invited(0),
  ]
  const about = { userId, kind: 'reset_password', email } as const
  await reset(await issueEmailToken(db(), about, atStep(DISOWNED).now))
  expect(await link()).toMatchObject({ code: 'invalid_or_expired_token' })
  expect(await emailed()).toMatchObject({ ok: true })
  expect(await states()).toEqual(UNDER_WAY)
  const where = { targetId: userId, action: 'password.reset' }
  expect((await db().auditRecord.findFirstOrThrow({ where })).details).toMatchObject({
    invitation_links_ended: 1,
  })
})

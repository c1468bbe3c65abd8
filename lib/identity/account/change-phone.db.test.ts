import { describe, expect, it } from 'vitest'
import { removePhone } from '@/lib/identity/account/change-phone'
import { deleteOwnAccount } from '@/lib/identity/account/delete-own-account'
import { exportOwnData } from '@/lib/identity/account/export-own-data'
import { getProfile } from '@/lib/identity/account/profile'
import { recordReport } from '@/lib/messaging/sms/sms-message.store'
import { addSeconds } from '@/lib/platform/clock'
import { hasOptedOut, optOut } from '@/lib/messaging/sms/phone.store'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession, makeUser, PASSWORD } from '@/tests/kit/make-user'
import { usePhoneStage } from '@/tests/kit/phone-stage'
import { livePrincipalOf, principalOf } from '@/tests/kit/principal-of'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { testContext as ctx } from '@/tests/kit/test-context'
import { freshPhone } from '@/tests/kit/text-queue'
import { purgeTextMessages } from '@/lib/messaging/messaging.jobs'

const { queue, start, later, ask, confirm, waiting } = usePhoneStage()

const rowOf = (id: string) => db().user.findUniqueOrThrow({ where: { id } })
const waitingOf = (userId: string) => db().phoneConfirmation.findUnique({ where: { userId } })
const WRONG = {
  ok: false,
  code: 'validation_failed',
  errors: [{ pointer: '/code', code: 'wrong_code' }],
}
const actionsOf = async (targetId: string) =>
  (await db().auditRecord.findMany({ where: { targetId }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  )

const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a phone number', () => {
  it('takes effect after its code is entered: on the profile, owner notified, audited masked', async () => {
    const { user, phone, code } = await waiting()
    const unconfirmed = await getProfile(await livePrincipalOf(user.id))
    expect(unconfirmed).toMatchObject({ user: { phone, phone_verified: false } })
    const confirmed = await confirm(user, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect(confirmed).toMatchObject({
      ok: true,
      user: { id: user.id, phone, phone_verified: true },
    })
    expect(await rowOf(user.id)).toMatchObject({ phone, phoneVerifiedAt: start })
    expect(await waitingOf(user.id)).toBeNull()
    const mails = await db().job.findMany({ where: { kind: 'mail' } })
    expect(mails).toMatchObject([{ payload: { mail: 'phone_changed', userId: user.id } }])
    const items = await db().inboxItem.findMany({ where: { userId: user.id } })
    expect(items).toMatchObject([{ kind: 'security.phone_changed' }])
    expect(await actionsOf(user.id)).toEqual(['phone.code_requested', 'phone.verified'])
    expect(
      JSON.stringify(await db().auditRecord.findMany({ where: { targetId: user.id } })),
    ).not.toContain(phone.slice(4))
  })

  it('is confirmed with a code from before the encryption key was replaced', async () => {
    const { user, code } = await waiting()
    queue.set({
      AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
      AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
    })
    expect(await confirm(user, otherThan(code))).toMatchObject(WRONG)
    expect(await confirm(user, code)).toMatchObject({ ok: true })
  })

  it('that another user has is requested and confirmed like any other', async () => {
    const { user: owner, phone, code } = await waiting()
    await confirm(owner, code)
    const second = await insertUser()
    expect(await ask(second, phone)).toMatchObject({ ok: true })
    await queue.work(start)
    expect(await confirm(second, queue.codeTo(phone))).toMatchObject({ ok: true })
    expect(await rowOf(owner.id)).toMatchObject({ phone })
  })

  it('stays until the new one is confirmed', async () => {
    const { user, phone, code } = await waiting()
    await confirm(user, code)
    const next = freshPhone()
    expect(await ask(user, next, later(61))).toMatchObject({ ok: true })
    expect(await rowOf(user.id)).toMatchObject({ phone, phoneVerifiedAt: start })
    await queue.work(later(61))
    expect(await confirm(user, queue.codeTo(next), later(62))).toMatchObject({
      ok: true,
      user: { phone: next },
    })
  })

  it.each([
    ['+44 77', 'invalid_phone'],
    ['7700900123', 'invalid_phone'],
    ['+449098790123', 'unsupported_phone'],
  ])(
    'that is malformed or premium-rate is refused, and nothing is written: %s',
    async (phone, code) => {
      const user = await insertUser()
      const errors = [{ pointer: '/phone', code }]
      expect(await ask(user, phone)).toMatchObject({ ok: false, code: 'validation_failed', errors })
      expect(await waitingOf(user.id)).toBeNull()
      expect(await rowOf(user.id)).toMatchObject({ phone: null })
      expect(await db().job.count()).toBe(0)
    },
  )

  it('that is already confirmed is not requested again', async () => {
    const { user, phone, code } = await waiting()
    await confirm(user, code)
    expect(await ask(user, phone, later(61))).toMatchObject({ errors: [{ code: 'same_phone' }] })
  })

  it('is removed together with a pending change; the owner is notified', async () => {
    const { user, code } = await waiting()
    await confirm(user, code)
    await ask(user, freshPhone(), later(61))
    await db().job.deleteMany()
    expect(await removePhone(await livePrincipalOf(user.id), ctx())).toMatchObject({ ok: true })
    expect(await rowOf(user.id)).toMatchObject({ phone: null, phoneVerifiedAt: null })
    expect(await waitingOf(user.id)).toBeNull()
    expect(await db().job.findMany()).toMatchObject([{ payload: { mail: 'phone_removed' } }])
    expect((await actionsOf(user.id)).at(-1)).toBe('phone.removed')
    expect(await removePhone(await livePrincipalOf(user.id), ctx())).toMatchObject({ ok: true })
    expect((await actionsOf(user.id)).filter((action) => action === 'phone.removed')).toHaveLength(
      1,
    )
  })

  it('that replied STOP gets no code after it was removed from an account and requested again', async () => {
    const { user, phone, code } = await waiting()
    await confirm(user, code)
    await optOut(db(), phone, start)
    await removePhone(await livePrincipalOf(user.id), ctx())
    expect(await hasOptedOut(db(), phone)).toBe(true)
    const sent = queue.sentTo(phone).length
    await ask(user, phone, later(61))
    await queue.work(later(61))
    expect(queue.sentTo(phone)).toHaveLength(sent)
  })

  it('is erased with the account, and so are the numbers of sent messages', async () => {
    const user = await makeUser()
    const phone = freshPhone()
    await ask(user, phone)
    await queue.work(start)
    await confirm(user, queue.codeTo(phone))
    const session = await makeSession(user.id, ctx())
    const principal = { ...(await principalOf(user.id)), sessionId: session.sessionId }
    expect(await deleteOwnAccount({ password: PASSWORD }, principal, ctx())).toMatchObject({
      ok: true,
    })
    expect(await rowOf(user.id)).toMatchObject({
      status: 'deleted',
      phone: null,
      phoneVerifiedAt: null,
    })
    expect(await db().smsMessage.findMany({ where: { userId: user.id } })).toMatchObject([
      { recipient: null },
    ])
  })

  it('is included in the export of one’s own data, with what was sent to it', async () => {
    const { user, phone, code } = await waiting()
    await confirm(user, code)
    const { sessionId } = await makeSession(user.id, ctx())
    const exported = await exportOwnData({ ...(await principalOf(user.id)), sessionId }, ctx())
    if (!exported.ok) throw new Error(exported.code)
    let text = ''
    for await (const chunk of exported.file.chunks) text += chunk
    expect(JSON.parse(text)).toMatchObject({
      phone: { number: phone, verified_at: start.toISOString() },
      phone_change: null,
      text_messages: [{ kind: 'code', status: 'sent', segments: 1 }],
    })
    expect(text).not.toContain(code)
  })
})

describe('a confirmation code', () => {
  it('works once', async () => {
    const { user, code } = await waiting()
    expect(await confirm(user, code)).toMatchObject({ ok: true })
    expect(await confirm(user, code)).toMatchObject(WRONG)
  })

  it("is stored only as a keyed hash, which the service itself can't reverse", async () => {
    const { user, code } = await waiting()
    const stored = JSON.stringify([
      await waitingOf(user.id),
      await db().job.findMany(),
      await db().smsMessage.findMany(),
    ])
    expect(stored).not.toContain(`"${code}"`)
    expect(stored).not.toContain(`${code} `)
    const { codeHash } = (await waitingOf(user.id))!
    queue.set({ AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64') })
    expect(await confirm(user, code)).toMatchObject(WRONG)
    expect(codeHash).toHaveLength(32)
  })

  it('allows five tries', async () => {
    const { user, code } = await waiting()
    for (let i = 0; i < 5; i++) expect(await confirm(user, otherThan(code))).toMatchObject(WRONG)
    expect(await confirm(user, code)).toMatchObject(WRONG)
    expect(await rowOf(user.id)).toMatchObject({ phoneVerifiedAt: null })
    expect(await waitingOf(user.id)).toMatchObject({ tries: 5 })
  })

  it.each([
    [599, true],
    [600, false],
  ])('works for ten minutes (%i s: %s)', async (seconds, ok) => {
    const { user, code } = await waiting()
    expect(await confirm(user, code, later(seconds))).toMatchObject({ ok })
  })

  it('is invalid for another user', async () => {
    const { code } = await waiting()
    const { user: other, code: own } = await waiting()
    expect(own).not.toBe('')
    expect(await confirm(other, code)).toMatchObject(WRONG)
  })

  it('of an older request is invalid', async () => {
    const { user, phone, code } = await waiting()
    await ask(user, phone, later(61))
    expect(await confirm(user, code, later(62))).toMatchObject(WRONG)
  })

  it('can be requested again after a minute, five times per hour', async () => {
    const user = await insertUser()
    // At the start of an hour, so that the fifth request is within it.
    const hour = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000)
    const at = (seconds: number) => addSeconds(hour, seconds)
    expect(await ask(user, freshPhone(), at(0))).toMatchObject({ ok: true })
    const early = await ask(user, freshPhone(), at(59))
    expect(early).toMatchObject({ ok: false, code: 'phone_budget_exceeded', retryAfterSeconds: 60 })
    for (const minute of [1, 2, 3, 4])
      expect(await ask(user, freshPhone(), at(minute * 60))).toMatchObject({ ok: true })
    const before = await waitingOf(user.id)
    const sixth = await ask(user, freshPhone(), at(300))
    expect(sixth).toMatchObject({
      ok: false,
      code: 'phone_budget_exceeded',
      retryAfterSeconds: 3300,
    })
    expect(await waitingOf(user.id)).toEqual(before)
    expect(await ask(user, freshPhone(), at(3600))).toMatchObject({ ok: true })
  })

  it('is withheld from a number that got five today, without the response revealing it', async () => {
    const phone = freshPhone()
    for (let i = 0; i < 6; i++)
      expect(await ask(await insertUser(), phone)).toMatchObject({ ok: true })
    await queue.work(start)
    expect(queue.sentTo(phone)).toHaveLength(5)
  })

  it('is refused when a country reached its daily limit; others still get theirs', async () => {
    queue.set({ SMS_COUNTRY_DAILY_LIMIT: '2' })
    await ask(await insertUser(), freshPhone())
    await ask(await insertUser(), freshPhone())
    const user = await insertUser()
    expect(await ask(user, freshPhone())).toMatchObject({ ok: false, code: 'sms_unavailable' })
    expect(await waitingOf(user.id)).toBeNull()
    expect(await rowOf(user.id)).toMatchObject({ phone: null })
    expect(await ask(user, '+12025550123')).toMatchObject({ ok: true })
  })

  it('is refused when the service reached its daily limit', async () => {
    queue.set({ SMS_DAILY_LIMIT: '1' })
    await ask(await insertUser(), freshPhone())
    expect(await ask(await insertUser(), '+12025550123')).toMatchObject({ code: 'sms_unavailable' })
  })

  it('is refused in production while messages only go to the log', async () => {
    queue.set({
      ...productionEnvironment('postgresql://db'),
      SMS_DRIVER: 'log',
      TWILIO_BASE_URL: '',
    })
    const user = await insertUser()
    expect(await ask(user, freshPhone())).toMatchObject({ ok: false, code: 'sms_unavailable' })
    expect(await waitingOf(user.id)).toBeNull()
    expect(await rowOf(user.id)).toMatchObject({ phone: null })
  })

  it('is sent later when the provider is down, and the code of an unsent message is invalid', async () => {
    const user = await insertUser()
    const phone = freshPhone()
    await ask(user, phone)
    queue.twilio().fail('drop')
    await queue.work(start)
    expect(await waitingOf(user.id)).toMatchObject({ codeHash: null })
    queue.twilio().fail(null)
    await queue.work(later(300))
    expect(queue.sentTo(phone)).toHaveLength(1)
    expect(await confirm(user, queue.codeTo(phone), later(301))).toMatchObject({ ok: true })
    const where = { userId: user.id }
    const messages = await db().smsMessage.findMany({ where, orderBy: { id: 'asc' } })
    expect(messages.map(({ status }) => status)).toEqual(['failed', 'sent'])
    // Its answer was lost: the provider may have accepted it.
    const report = { id: messages[0]!.id, status: 'delivered', errorCode: null } as const
    expect(await recordReport(db(), { ...report, now: later(302) })).toBe(true)
    expect(await recordReport(db(), { ...report, status: 'failed', now: later(303) })).toBe(false)
  })

  it('is not sent to a number whose owner replied STOP', async () => {
    const phone = freshPhone()
    await db().smsOptOut.create({ data: { phone, optedOutAt: start } })
    const user = await insertUser()
    expect(await ask(user, phone)).toMatchObject({ ok: true })
    await queue.work(start)
    expect(queue.sentTo(phone)).toEqual([])
    expect(await db().smsMessage.findMany({ where: { userId: user.id } })).toMatchObject([
      { status: 'opted_out' },
    ])
  })
})

it('maintenance deletes what has expired and keeps the rest', async () => {
  const { user } = await waiting()
  await purgeTextMessages.run(later(86_400))
  expect(await waitingOf(user.id)).not.toBeNull()
  await purgeTextMessages.run(later(3 * 86_400))
  expect(await waitingOf(user.id)).toBeNull()
  expect(await db().smsBudget.count()).toBe(0)
  expect(await db().smsMessage.count({ where: { userId: user.id } })).toBe(1)
  await purgeTextMessages.run(later(366 * 86_400))
  expect(await db().smsMessage.count({ where: { userId: user.id } })).toBe(0)
})

import { describe, expect, it } from 'vitest'
import { removePhone } from '@/lib/identity/account/change-phone'
import { setNotificationPreferences } from '@/lib/messaging/notifications/notification-preferences'
import { type NoticeRequest, smsNoticeJobKind } from '@/lib/messaging/sms/queue-sms'
import { db } from '@/lib/platform/db/database'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { claimDueJobs } from '@/lib/platform/jobs/job.store'
import { expireLeases } from '@/tests/kit/jobs'
import { usePhoneStage } from '@/tests/kit/phone-stage'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { freshPhone } from '@/tests/kit/text-queue'

const { queue, start, later, ask, confirm, waiting } = usePhoneStage()

describe('a security notice', () => {
  it('is texted if the user wants it, to a confirmed number, at most ten a day', async () => {
    const { user, phone, code } = await waiting()
    await setNotificationPreferences(await livePrincipalOf(user.id), { security_sms: true }, ctx())
    expect(await confirm(user, code)).toMatchObject({ ok: true })
    await queue.work(start)
    expect(queue.sentTo(phone).at(-1)).toMatch(
      /A phone number was confirmed for your account\. Not you\? http/,
    )
    await db().smsBudget.updateMany({ where: { key: `notice:${user.id}` }, data: { taken: 10 } })
    const next = freshPhone()
    await ask(user, next, later(61))
    await queue.work(later(61))
    await confirm(user, queue.codeTo(next), later(62))
    await queue.work(later(62))
    expect(queue.sentTo(next)).toHaveLength(1)
    expect(queue.sentTo(phone)).toHaveLength(2)
  })

  it('counts toward the limit once, also if its worker died before that or it is retried', async () => {
    const { user, phone, code } = await waiting()
    await setNotificationPreferences(await livePrincipalOf(user.id), { security_sms: true }, ctx())
    await confirm(user, code)
    const claim = { kinds: [smsNoticeJobKind.kind], limit: 1, now: start }
    expect(await claimDueJobs(db(), claim)).toHaveLength(1)
    await expireLeases()
    queue.twilio().fail('drop')
    await queue.work(start)
    queue.twilio().fail(null)
    await queue.work(later(600))
    expect(queue.sentTo(phone)).toHaveLength(2)
    const where = { key: `notice:${user.id}` }
    expect(await db().smsBudget.findMany({ where })).toMatchObject([{ taken: 1 }])
  })

  it('that was sent is not sent again if its job runs again', async () => {
    const { user, phone, code } = await waiting()
    await setNotificationPreferences(await livePrincipalOf(user.id), { security_sms: true }, ctx())
    await confirm(user, code)
    const { payload } = await db().job.findFirstOrThrow({ where: { kind: 'sms_notice' } })
    await queue.work(start)
    await enqueueJob(db(), smsNoticeJobKind, payload as NoticeRequest, start)
    await queue.work(start)
    expect(queue.sentTo(phone)).toHaveLength(2)
  })

  it('about a replaced or removed number goes to that number, not to an attacker who took over the account', async () => {
    const { user, phone, code } = await waiting()
    await confirm(user, code)
    await setNotificationPreferences(await livePrincipalOf(user.id), { security_sms: true }, ctx())
    const next = freshPhone()
    await ask(user, next, later(61))
    await queue.work(later(61))
    await confirm(user, queue.codeTo(next), later(62))
    await queue.work(later(62))
    expect(queue.sentTo(phone).at(-1)).toMatch(/A phone number was confirmed for your account/)
    expect(queue.sentTo(next)).toHaveLength(1)
    await removePhone(await livePrincipalOf(user.id), ctx({ now: later(63) }))
    await queue.work(later(63))
    expect(queue.sentTo(next)).toHaveLength(2)
    expect(queue.sentTo(next).at(-1)).toMatch(/Your phone number was removed/)
  })

  it('is not texted unless the user wants it', async () => {
    const { user, phone, code } = await waiting()
    expect(await confirm(user, code)).toMatchObject({ ok: true })
    expect(await db().job.count({ where: { kind: 'sms_notice' } })).toBe(0)
    expect(queue.sentTo(phone)).toHaveLength(1)
  })
})

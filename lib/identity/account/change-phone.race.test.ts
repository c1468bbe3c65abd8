import { describe, expect, it } from 'vitest'
import { confirmPhone, requestPhoneCode } from '@/lib/identity/account/change-phone'
import { db } from '@/lib/platform/db/database'
import { twenty, won } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { freshPhone, useTextQueue } from '@/tests/kit/text-queue'

useTestDatabase()
const queue = useTextQueue()
const wrong = (code: string, i: number) =>
  String((Number(code) + i + 1) % 1_000_000).padStart(6, '0')

async function waiting() {
  const user = await insertUser()
  const principal = await livePrincipalOf(user.id)
  const phone = freshPhone()
  await requestPhoneCode({ phone }, principal, ctx())
  await queue.work()
  return { user, principal, phone, code: queue.codeTo(phone) }
}

describe('twenty concurrent requests', () => {
  it('confirm a number with the correct code once', async () => {
    const { user, principal, phone, code } = await waiting()
    expect(won(await twenty(() => confirmPhone({ code }, principal, ctx())))).toBe(1)
    expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({ phone })
    expect(
      await db().auditRecord.count({ where: { targetId: user.id, action: 'phone.verified' } }),
    ).toBe(1)
  })

  it('guess with incorrect codes: five are checked, and then the correct one is refused', async () => {
    const { user, principal, code } = await waiting()
    expect(won(await twenty((i) => confirmPhone({ code: wrong(code, i) }, principal, ctx())))).toBe(
      0,
    )
    expect(
      await db().phoneConfirmation.findUniqueOrThrow({ where: { userId: user.id } }),
    ).toMatchObject({
      tries: 5,
    })
    expect(won(await twenty(() => confirmPhone({ code }, principal, ctx())))).toBe(0)
  })

  it('request a code: one succeeds', async () => {
    const user = await insertUser()
    const principal = await livePrincipalOf(user.id)
    const results = await twenty(() => requestPhoneCode({ phone: freshPhone() }, principal, ctx()))
    expect(won(results)).toBe(1)
    expect(await db().job.count({ where: { kind: 'sms_code' } })).toBe(1)
  })

  it('share what is left of a country’s daily limit, and no more', async () => {
    queue.set({ SMS_COUNTRY_DAILY_LIMIT: '7' })
    const principals = await twenty(async () => livePrincipalOf((await insertUser()).id))
    const results = await twenty((i) =>
      requestPhoneCode({ phone: freshPhone() }, principals[i]!, ctx()),
    )
    expect(won(results)).toBe(7)
    expect(await db().job.count({ where: { kind: 'sms_code' } })).toBe(7)
  })
})

import { describe, expect, it } from 'vitest'
import { confirmPhone, requestPhoneCode } from '@/lib/identity/account/change-phone'
import { updateProfile } from '@/lib/identity/account/profile'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { usePhoneStage } from '@/tests/kit/phone-stage'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { freshPhone } from '@/tests/kit/text-queue'

const { queue, later, waiting, confirm } = usePhoneStage()

const versionOf = async (id: string) =>
  (await db().user.findUniqueOrThrow({ where: { id } })).version

const withoutNumber = async () => (await insertUser()).id
async function withUnconfirmedNumber() {
  const { user } = await waiting()
  return user.id
}
async function withNumber() {
  const { user, code } = await waiting()
  await confirm(user, code)
  return user.id
}

/** A user who requested a number with the version that they had read. */
async function requested(make: () => Promise<string>) {
  const userId = await make()
  const principal = await livePrincipalOf(userId)
  const [phone, now, read] = [freshPhone(), later(61), await versionOf(userId)]
  const asked = await requestPhoneCode({ phone, versions: [read] }, principal, ctx({ now }))
  if (!asked.ok) throw new Error(asked.code)
  await queue.work(now)
  const code = queue.codeTo(phone)
  const enter = (version: number) =>
    confirmPhone({ code, versions: [version] }, principal, ctx({ now: later(62) }))
  return { userId, principal, read, newest: asked.version, enter }
}

describe.each([
  ['no number', withoutNumber],
  ['an unconfirmed number', withUnconfirmedNumber],
  ['a confirmed number', withNumber],
])('a user with %s', (_, make) => {
  it('confirms another with the version from before its request', async () => {
    const { enter, read } = await requested(make)
    expect(await enter(read)).toMatchObject({ ok: true })
  })

  it('confirms another with the version that its request returned', async () => {
    const { userId, enter, newest } = await requested(make)
    expect(newest).toBe(await versionOf(userId))
    expect(await enter(newest)).toMatchObject({ ok: true, version: newest + 1 })
  })

  it('cannot confirm it with a version from before another change', async () => {
    const { principal, enter, read, newest } = await requested(make)
    expect(await updateProfile(principal, { name: 'Eve' }, ctx())).toMatchObject({ ok: true })
    for (const version of [read, newest])
      expect(await enter(version)).toMatchObject({ code: 'precondition_failed' })
    expect(await enter(newest + 1)).toMatchObject({ ok: true })
  })
})

it('a request accepts no version from before the previous one', async () => {
  const { principal, read } = await requested(withoutNumber)
  const again = { phone: freshPhone(), versions: [read] }
  const refused = await requestPhoneCode(again, principal, ctx({ now: later(130) }))
  expect(refused).toMatchObject({ code: 'precondition_failed' })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import {
  signInWithEmailCode,
  signInWithEmailLink,
} from '@/lib/identity/email-code/sign-in-with-code'
import { db } from '@/lib/platform/db/database'
import { OPERATOR } from '@/lib/platform/request-context'
import { twenty, won } from '@/tests/kit/at-once'
import { atStart, otherThan, useEmailCodes } from '@/tests/kit/email-codes'
import { aliveOf } from '@/tests/kit/enroll-mfa'
import { lockWaiters } from '@/tests/kit/lock-waiters'
import { START } from '@/tests/kit/mail-queue'
import { makeUser } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { statesOf, whileSending } from '@/tests/kit/while-sending'

useTestDatabase()
const codes = useEmailCodes()
beforeAll(() => syncCatalog(new Date()))

describe('twenty concurrent uses', () => {
  it('of one code open one session', async () => {
    const { id, email } = await makeUser()
    const asked = await codes.asked(email)
    const uses = await twenty(() => signInWithEmailCode(asked, atStart()))
    expect(won(uses)).toBe(1)
    expect(await aliveOf(id)).toHaveLength(1)
  })

  it('of one link open one session', async () => {
    const { id, email } = await makeUser()
    const asked = await codes.asked(email)
    expect(won(await twenty(() => signInWithEmailLink(asked, atStart())))).toBe(1)
    expect(await aliveOf(id)).toHaveLength(1)
  })

  it('of the code and the link of one email open one session', async () => {
    const { id, email } = await makeUser()
    const asked = await codes.asked(email)
    const uses = await twenty((n) =>
      n % 2 ? signInWithEmailCode(asked, atStart()) : signInWithEmailLink(asked, atStart()),
    )
    expect(won(uses)).toBe(1)
    expect(await aliveOf(id)).toHaveLength(1)
  })

  it('of incorrect codes count five tries, and then the correct one is worth nothing', async () => {
    const { id, email } = await makeUser()
    const asked = await codes.asked(email)
    const wrong = { ...asked, code: otherThan(asked.code) }
    expect(won(await twenty(() => signInWithEmailCode(wrong, atStart())))).toBe(0)
    const where = { targetId: id, action: 'session.refused' }
    const reasons = (await db().auditRecord.findMany({ where })).map(
      ({ details }) => (details as { reason: string }).reason,
    )
    expect(reasons.filter((reason) => reason === 'wrong')).toHaveLength(5)
    expect(await signInWithEmailCode(asked, atStart())).toMatchObject({ ok: false })
    expect(await aliveOf(id)).toEqual([])
  })
})

it('of two codes of an imported account, its first proof: one signs in and ends earlier access', async () => {
  const { id, email } = await makeUser()
  const imported = { invitedAt: new Date(), firstVerifiedAt: null, mfaEnabledAt: new Date() }
  await db().user.update({ where: { id }, data: imported })
  const asked = [await codes.asked(email), await codes.asked(email)]
  const uses = await twenty((n) => signInWithEmailCode(asked[n % 2]!, atStart()))
  expect(won(uses)).toBe(1)
  expect(await aliveOf(id)).toHaveLength(1)
  expect(await db().user.findUniqueOrThrow({ where: { id } })).toMatchObject({
    firstVerifiedAt: START,
    mfaEnabledAt: null,
    passwordHash: null,
  })
  expect(await db().auditRecord.count({ where: { action: 'email.verified', targetId: id } })).toBe(
    1,
  )
})

it('the first proof of an imported account does not deadlock with its deactivation', async () => {
  const { id: userId, email } = await makeUser()
  const imported = { invitedAt: new Date(), firstVerifiedAt: null }
  await db().user.update({ where: { id: userId }, data: imported })
  const asked = await codes.asked(email)
  const [deactivated, signedIn] = await whileSending({ userId, at: START }, async () => {
    const deactivating = changeUserStatus(OPERATOR, { userId, move: 'deactivate' }, atStart())
    await lockWaiters(1)
    const signingIn = signInWithEmailCode(asked, atStart())
    await lockWaiters(2)
    return [deactivating, signingIn]
  })
  expect(await deactivated).toMatchObject({ ok: true })
  expect(await signedIn).toMatchObject({ code: 'invalid_email_code' })
  expect(await statesOf(userId)).toEqual(['cancelled'])
})

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { acceptInvitation, listAskedFields } from '@/lib/identity/registration/accept-invitation'
import { register } from '@/lib/identity/registration/register'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { OPERATOR } from '@/lib/platform/request-context'
import type { ProfileInput } from '@/lib/profile-fields/profile-field.schemas'
import { changeProfileField, deleteProfileField } from '@/lib/profile-fields/manage-profile-fields'
import { eraseDeletedProfileFields } from '@/lib/profile-fields/profile-fields.jobs'
import { insertUser } from '@/tests/kit/insert-user'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { clearProfileFields, makeProfileField } from '@/tests/kit/make-profile-field'
import { makeRegistration } from '@/tests/kit/make-registration'
import { PASSWORD } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
useMailQueue()
beforeAll(() => syncCatalog(new Date()))
beforeEach(async () => {
  await clearProfileFields()
  await makeProfileField({ key: 'city', required: true })
  await makeProfileField({ key: 'team' })
})

const fresh = () => `${newId()}@example.org`
const profileOf = async (id: string) =>
  (await db().user.findUniqueOrThrow({ where: { id } })).profile

describe('a registration', () => {
  it('has its required values only after the address is confirmed', async () => {
    const { id, token } = await makeRegistration({ profile: { city: 'Izmir' } })
    expect(await profileOf(id)).toEqual({})
    expect(await verifyEmail({ token }, ctx())).toMatchObject({ ok: true })
    expect(await profileOf(id)).toEqual({ city: 'Izmir' })
  })

  it.each([
    [{}, 'city', 'required'],
    [{ city: null }, 'city', 'required'],
    [{ city: '' }, 'city', 'required'],
    [{ city: 7 }, 'city', 'invalid_type'],
    [{ city: 'x', team: 'y' }, 'team', 'unknown_field'],
    [{ city: 'x', constructor: 'y' }, 'constructor', 'unknown_field'],
  ])('with the values %j is refused and stores nothing', async (profile, key, code) => {
    const email = fresh()
    const jobs = await db().job.count()
    const refused = await register({ email, password: PASSWORD, profile }, ctx())
    expect(refused).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: `/fields/${key}`, code }],
    })
    expect(await db().user.count({ where: { email } })).toBe(0)
    expect(await db().job.count()).toBe(jobs)
  })

  it('is answered alike for a known and an unknown address, whether its values fit or not', async () => {
    const { email: known } = await insertUser()
    const profiles: ProfileInput[] = [{}, { city: 'x' }]
    for (const profile of profiles) {
      const answers = [known, fresh()].map((email) =>
        register({ email, password: PASSWORD, profile }, ctx()),
      )
      const [one, other] = await Promise.all(answers)
      expect(JSON.stringify(one)).toBe(JSON.stringify(other))
    }
  })

  it('of a stranger gives no values to the account when the owner chooses another password', async () => {
    const { id, token } = await makeRegistration({ profile: { city: 'Evil' } })
    const password = 'the owner chooses this one'
    expect(await verifyEmail({ token, password }, ctx())).toMatchObject({ ok: true })
    expect(await profileOf(id)).toEqual({})
  })

  it('does not bring back the values of a field deleted meanwhile', async () => {
    const early = await makeRegistration({ profile: { city: 'Izmir' } })
    const late = await makeRegistration({ profile: { city: 'Izmir' } })
    await deleteProfileField(OPERATOR, { key: 'city' }, ctx())
    await verifyEmail({ token: early.token }, ctx())
    await eraseDeletedProfileFields.run(new Date())
    await verifyEmail({ token: late.token }, ctx())
    for (const { id } of [early, late]) expect(await profileOf(id)).toEqual({})
  })

  const reserveCity = async () => {
    const change = { key: 'city', required: false, writable_by: 'administrators' } as const
    expect(await changeProfileField(OPERATOR, change, ctx())).toMatchObject({ ok: true })
  }
  const confirmations: [string, (made: { id: string; token: string }) => Promise<unknown>][] = [
    ['its owner', ({ token }) => verifyEmail({ token }, ctx())],
    [
      'an administrator',
      ({ id: userId }) => changeUserStatus(OPERATOR, { userId, move: 'activate' }, ctx()),
    ],
  ]

  it.each(confirmations)(
    'that %s confirms has no value of a field that only administrators write by then',
    async (_, confirm) => {
      await makeProfileField({ key: 'floor', required: true })
      const made = await makeRegistration({ profile: { city: 'Izmir', floor: '7' } })
      await reserveCity()
      expect(await confirm(made)).toMatchObject({ ok: true })
      expect(await profileOf(made.id)).toEqual({ floor: '7' })
    },
  )

  it.each(confirmations)(
    'that %s confirms keeps what an administrator filled in before',
    async (_, confirm) => {
      const made = await makeRegistration({ profile: { city: 'Izmir' } })
      await reserveCity()
      await db().user.update({
        where: { id: made.id },
        data: { profile: { city: 'Ankara', team: 'Blue' } },
      })
      expect(await confirm(made)).toMatchObject({ ok: true })
      expect(await profileOf(made.id)).toEqual({ city: 'Ankara', team: 'Blue' })
    },
  )

  it('can be confirmed although its values leave no space beside those of an administrator', async () => {
    const { id, token } = await makeRegistration({ profile: { city: 'Izmir' } })
    const team = 'x'.repeat(8180)
    await db().user.update({ where: { id }, data: { profile: { team } } })
    expect(await verifyEmail({ token }, ctx())).toMatchObject({ ok: true })
    expect(await profileOf(id)).toEqual({ team })
  })

  it('made again with the same password has the latest values', async () => {
    const email = fresh()
    await makeRegistration({ email, profile: { city: 'Izmir' } })
    const { id, token } = await makeRegistration({ email, profile: { city: 'Ankara' } })
    await verifyEmail({ token }, ctx())
    expect(await profileOf(id)).toEqual({ city: 'Ankara' })
  })
})

describe('an invitation', () => {
  async function invited(profile: object = {}) {
    const { id, email } = await insertUser({ status: 'pending' })
    await db().user.update({ where: { id }, data: { invitedAt: new Date(), profile } })
    const link = { userId: id, kind: 'invitation', email } as const
    return { id, token: await issueEmailToken(db(), link, new Date()) }
  }
  const accept = (token: string, profile: ProfileInput) =>
    acceptInvitation({ token, password: PASSWORD, profile }, ctx())

  it('is accepted with the required values, and stays open after a refusal', async () => {
    const { id, token } = await invited()
    const before = await db().user.findUniqueOrThrow({ where: { id } })
    expect(await accept(token, {})).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/fields/city', code: 'required' }],
    })
    expect(await db().user.findUniqueOrThrow({ where: { id } })).toEqual(before)
    expect(await accept(token, { city: 'Izmir' })).toMatchObject({ ok: true })
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({
      status: 'active',
      profile: { city: 'Izmir' },
    })
  })

  it('keeps the values of an administrator for fields that users cannot write', async () => {
    await makeProfileField({ key: 'plan', writable_by: 'administrators' })
    const { id, token } = await invited({ plan: 'gold', city: 'Izmir' })
    expect(await accept(token, {})).toMatchObject({ ok: true })
    expect(await profileOf(id)).toEqual({ plan: 'gold', city: 'Izmir' })
  })

  it('asks only for what the account does not have yet', async () => {
    const { id, token } = await invited({ city: 'Izmir', team: 'Blue' })
    expect(await listAskedFields({ token, now: new Date() })).toEqual([])
    expect(await accept(token, { city: 'Ankara' })).toMatchObject({ code: 'validation_failed' })
    expect(await accept(token, {})).toMatchObject({ ok: true })
    expect(await profileOf(id)).toEqual({ city: 'Izmir', team: 'Blue' })
  })
})

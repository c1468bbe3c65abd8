import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { issueEmailChangeToken } from '@/lib/accounts/email-change.store'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { confirmEmailChange, requestEmailChange } from '@/lib/identity/account/change-email'
import { authenticateKey } from '@/lib/identity/api-keys/authenticate-key'
import { setupMfa } from '@/lib/identity/mfa/enable-mfa'
import { inspectDisownLink } from '@/lib/identity/sessions/disown-session'
import { NOTHING_REMOVED } from '@/lib/identity/sessions/planted-access'
import { completeSecondStep } from '@/lib/identity/sign-in/complete-sign-in'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import {
  aliveOf,
  atStep,
  challengeFor,
  enrolledUser,
  freshUser,
  signedInPrincipal,
} from '@/tests/kit/enroll-mfa'
import { addedPasskey } from '@/tests/kit/enroll-passkey'
import {
  disown,
  DISOWNED,
  INTRUSION,
  intrude,
  PLANTING,
  recordsOf,
  reset,
} from '@/tests/kit/intruder'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { PASSWORD } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(() => void useSettings())

/** Adds a passkey, an account at a provider, and an API key. */
async function add(principal: SessionPrincipal, steps: number, provider: string) {
  const ctx = atStep(steps)
  const { userId } = principal
  const { id: passkey } = await addedPasskey(principal, ctx)
  const linked = { linkedAt: ctx.now, lastUsedAt: ctx.now }
  await db().account.create({ data: { provider, providerAccountId: newId(), userId, ...linked } })
  const { apiKey, key } = await makeApiKey(userId, [], { ctx })
  return { passkey, provider, apiKey: apiKey.id, key }
}

/** What opens the account. */
async function accessTo(userId: string) {
  const keys = await db().apiKey.findMany({ where: { userId, revokedAt: null } })
  return {
    passkeys: (await db().passkey.findMany({ where: { userId } })).map(({ id }) => id),
    providers: (await db().account.findMany({ where: { userId } })).map(({ provider }) => provider),
    keys: keys.map(({ id }) => id),
  }
}
const only = (added: Awaited<ReturnType<typeof add>>) => ({
  passkeys: [added.passkey],
  providers: [added.provider],
  keys: [added.apiKey],
})

describe('“This wasn’t me”', () => {
  it('removes what an intruder added to keep the account, and nothing older', async () => {
    const owner = await freshUser()
    const kept = await add(owner.principal, 0, 'github')
    const { intruder, token } = await intrude(owner)
    const planted = await add(intruder, PLANTING, 'google')
    await disown(token)
    expect(await accessTo(owner.id)).toEqual(only(kept))
    expect(await authenticateKey(planted.key, atStep(DISOWNED))).toMatchObject({ ok: false })
    expect(await authenticateKey(kept.key, atStep(DISOWNED))).toMatchObject({ ok: true })
    expect(await recordsOf(owner.id)).toMatchObject([
      {
        ...NOTHING_REMOVED,
        ended: true,
        sessions_ended: 1,
        address_changed: false,
        passkeys_removed: [planted.passkey],
        providers_disconnected: ['google'],
        api_keys_revoked: [planted.apiKey],
      },
    ])
  })

  it.each([
    ['disconnects', 'connected 6 minutes before the second step', ['fed', 'otp', 'mfa'], -2, -2],
    ['disconnects', 'used, connected long before', ['fed'], -9000, INTRUSION],
    ['keeps', 'did not use', ['pwd'], 0, PLANTING],
  ])('%s a provider account that the intruder %s', async (verb, _, amr, from, used) => {
    const owner = await freshUser()
    const { id: userId } = owner
    const { token } = await intrude(owner, amr)
    const times = { linkedAt: atStep(from).now, lastUsedAt: atStep(used).now }
    const identity = { provider: 'google', providerAccountId: newId(), userId, ...times }
    await db().account.create({ data: identity })
    await disown(token)
    const [kept, gone] = verb === 'keeps' ? [['google'], []] : [[], ['google']]
    expect((await accessTo(userId)).providers).toEqual(kept)
    expect(await recordsOf(userId)).toMatchObject([{ providers_disconnected: gone }])
  })

  it('ends an intruder’s sign-in that waits for its second step, and opens no session', async () => {
    const owner = await enrolledUser()
    const { email, codeAt } = owner
    const { token } = await intrude(owner, ['pwd', 'otp', 'mfa'])
    const mfaToken = await challengeFor(email, atStep(PLANTING))
    await disown(token)
    const alive = await aliveOf(owner.id)
    const late = await completeSecondStep({ mfaToken, code: codeAt(DISOWNED) }, atStep(DISOWNED))
    expect(late).toMatchObject({ code: 'mfa_challenge_expired' })
    expect(await aliveOf(owner.id)).toEqual(alive)
  })

  it('removes what was added through an instance whose clock is 2 minutes behind', async () => {
    const owner = await freshUser()
    const { intruder, token } = await intrude(owner)
    await add(intruder, INTRUSION - 4, 'google')
    await disown(token)
    expect(await accessTo(owner.id)).toEqual({ passkeys: [], providers: [], keys: [] })
  })

  it('ends every session that began after that one, and forgets their devices', async () => {
    const owner = await freshUser()
    const { token } = await intrude(owner)
    await signedInPrincipal(owner.id, atStep(PLANTING))
    expect(await aliveOf(owner.id)).toHaveLength(3)
    await disown(token)
    expect(await aliveOf(owner.id)).toEqual([owner.principal.sessionId])
    expect(await db().knownDevice.count({ where: { userId: owner.id } })).toBe(1)
    const unread = { userId: owner.id, readAt: null }
    expect(await db().inboxItem.count({ where: unread })).toBe(0)
    expect(await recordsOf(owner.id)).toMatchObject([{ sessions_ended: 2 }])
  })

  it('ends the setup of an authenticator app and a change of the address that wait', async () => {
    const owner = await freshUser()
    const { intruder, token } = await intrude(owner)
    await setupMfa({ password: PASSWORD }, intruder, atStep(PLANTING))
    const change = { newEmail: `${newId()}@evil.example`, password: PASSWORD }
    await requestEmailChange(change, intruder, atStep(PLANTING))
    await disown(token)
    const where = { userId: owner.id }
    expect(await db().mfaEnrollment.count({ where })).toBe(0)
    expect(await db().emailChange.count({ where })).toBe(0)
    expect(await recordsOf(owner.id)).toMatchObject([
      { ...NOTHING_REMOVED, mfa_setup_ended: true, email_change_cancelled: true },
    ])
  })

  it('keeps those that the owner began before', async () => {
    const owner = await freshUser()
    await setupMfa({ password: PASSWORD }, owner.principal, atStep(0))
    const change = { newEmail: `${newId()}@example.org`, password: PASSWORD }
    await requestEmailChange(change, owner.principal, atStep(0))
    const { token } = await intrude(owner)
    await disown(token)
    const where = { userId: owner.id }
    expect(await db().mfaEnrollment.count({ where })).toBe(1)
    expect(await db().emailChange.count({ where })).toBe(1)
  })

  it('revokes the keys of service accounts that the intruder created, and no one else’s', async () => {
    const owner = await freshUser()
    const { token } = await intrude(owner)
    const { id: service } = await makeServiceAccount()
    const [planted, others] = [
      await makeApiKey(service, [], { ctx: atStep(PLANTING) }),
      await makeApiKey(service, [], { ctx: atStep(PLANTING) }),
    ]
    await db().apiKey.update({ where: { id: planted.apiKey.id }, data: { createdById: owner.id } })
    await disown(token)
    expect((await accessTo(service)).keys).toEqual([others.apiKey.id])
    expect(await recordsOf(owner.id)).toMatchObject([{ api_keys_revoked: [planted.apiKey.id] }])
  })

  it('touches no other account', async () => {
    const [owner, stranger] = [await freshUser(), await freshUser()]
    const { token } = await intrude(owner)
    const theirs = await add(stranger.principal, PLANTING, 'github')
    await disown(token)
    expect(await accessTo(stranger.id)).toEqual(only(theirs))
    expect(await aliveOf(stranger.id)).toHaveLength(1)
  })
})

describe('the reset that follows', () => {
  it('also removes what was added while the old password still worked', async () => {
    const owner = await freshUser()
    const kept = await add(owner.principal, 0, 'github')
    const { token } = await intrude(owner)
    const resetToken = await disown(token)
    const again = await signedInPrincipal(owner.id, atStep(DISOWNED + 1))
    const planted = await add(again, DISOWNED + 1, 'google')
    await reset(resetToken)
    expect(await accessTo(owner.id)).toEqual(only(kept))
    expect(await aliveOf(owner.id)).toEqual([])
    expect(await recordsOf(owner.id)).toMatchObject([
      { ended: true },
      { ended: false, passkeys_removed: [planted.passkey], api_keys_revoked: [planted.apiKey] },
    ])
  })

  it('removes nothing if no session was disowned', async () => {
    const { id, email, principal } = await freshUser()
    const kept = await add(principal, 0, 'github')
    const about = { userId: id, kind: 'reset_password', email } as const
    await reset(await issueEmailToken(db(), about, atStep(DISOWNED).now))
    expect(await accessTo(id)).toEqual(only(kept))
    expect(await recordsOf(id)).toEqual([])
  })
})

describe('“This wasn’t me” after the intruder changed the address', () => {
  async function moved() {
    const owner = await freshUser()
    const { intruder, token } = await intrude(owner)
    const change = { newEmail: `${newId()}@evil.example`, password: PASSWORD }
    await requestEmailChange(change, intruder, atStep(PLANTING))
    const { id: changeId } = await db().emailChange.findFirstOrThrow({
      where: { userId: owner.id },
    })
    const by = { userId: owner.id, changeId, now: atStep(PLANTING).now }
    const confirmation = (await issueEmailChangeToken(db(), by))!
    const confirmed = await confirmEmailChange({ token: confirmation }, atStep(PLANTING))
    expect(confirmed).toMatchObject({ ok: true, user: { email: change.newEmail } })
    return { ...owner, intruder, token }
  }

  it('still ends the sessions and removes what was added, and shows only the earlier address', async () => {
    const { id, email, principal, intruder, token } = await moved()
    await add(intruder, PLANTING, 'google')
    expect(await inspectDisownLink({ token, now: atStep(DISOWNED).now })).toEqual({
      email,
      addressChanged: true,
    })
    await disown(token)
    expect(await aliveOf(id)).toEqual([principal.sessionId])
    expect(await accessTo(id)).toEqual({ passkeys: [], providers: [], keys: [] })
    expect(await recordsOf(id)).toMatchObject([{ ended: true, address_changed: true }])
  })

  it('begins no reset: the mailbox may not be the owner’s anymore', async () => {
    const { id, token } = await moved()
    expect(await disown(token)).toBeNull()
    const resets = { userId: id, kind: 'reset_password' } as const
    expect(await db().emailToken.count({ where: resets })).toBe(0)
  })

  it('leaves no other link to the earlier address alive', async () => {
    const { id } = await moved()
    const others = { userId: id, kind: { not: 'disown_session' } } as const
    expect(await db().emailToken.count({ where: others })).toBe(0)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { exportOwnData } from '@/lib/identity/account/export-own-data'
import { unlinkIdentity } from '@/lib/identity/oauth/own-identities'
import {
  addPasskey,
  isOfferOpen,
  listPasskeys,
  removePasskey,
  renamePasskey,
  takePasskeyOffer,
} from '@/lib/identity/passkeys/own-passkeys'
import { startPasskeyCreation, startPasskeyProof } from '@/lib/identity/passkeys/passkey-options'
import { proveWithPasskey } from '@/lib/identity/passkeys/prove-with-passkey'
import { setupMfa } from '@/lib/identity/mfa/enable-mfa'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { actionsOf, atStep, freshUser, mailsTo, signedInPrincipal } from '@/tests/kit/enroll-mfa'
import { addedPasskey, passkeyUser } from '@/tests/kit/enroll-passkey'
import { PASSWORD } from '@/tests/kit/make-user'
import { SoftwarePasskey } from '@/tests/kit/software-passkey'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ OAUTH_GITHUB_CLIENT_ID: 'id', OAUTH_GITHUB_CLIENT_SECRET: 'secret' })
  await syncCatalog(new Date())
})

/** Eleven minutes later: the sign-in is no longer recent. */
const LATER = 22

async function creationFor(principal: SessionPrincipal, ctx = atStep(0)) {
  const started = await startPasskeyCreation({}, principal, ctx)
  if (!started.ok) throw new Error(started.code)
  return started.options
}
const withoutPassword = (id: string) =>
  db().user.update({ where: { id }, data: { passwordHash: null } })
const passkeysOf = (userId: string) => db().passkey.count({ where: { userId } })

describe('adding a passkey', () => {
  it('stores it under a random handle, names it after the device, and tells the owner', async () => {
    const user = await freshUser()
    const options = await creationFor(user.principal)
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(64)
    expect(await creationFor(user.principal)).toMatchObject({ user: { id: options.user.id } })
    const passkey = new SoftwarePasskey().create(options)
    const added = await addPasskey({ passkey }, user.principal, atStep(0))
    expect(added).toMatchObject({ ok: true, passkey: { name: 'Passkey', lastUsedAt: null } })
    expect(await mailsTo(user.id)).toContain('passkey_added')
    expect(await actionsOf(user.id)).toContain('passkey.added')
  })

  it('asks for the password, a recent sign-in, or another passkey', async () => {
    const user = await passkeyUser()
    const later = atStep(LATER)
    expect(await startPasskeyCreation({}, user.principal, later)).toMatchObject({
      code: 'reauthentication_required',
    })
    expect(await startPasskeyCreation({ password: 'wrong' }, user.principal, later)).toMatchObject({
      code: 'invalid_credentials',
    })
    const started = await startPasskeyCreation({ password: PASSWORD }, user.principal, later)
    expect(started).toMatchObject({ ok: true, options: { excludeCredentials: [{}] } })
  })

  it.each([
    ['of an unverified user', { verified: false }],
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: 'A'.repeat(43) }],
  ])('is refused %s, and nothing is written', async (_, claims) => {
    const user = await freshUser()
    const passkey = new SoftwarePasskey().create(await creationFor(user.principal), claims)
    expect(await addPasskey({ passkey }, user.principal, atStep(0))).toMatchObject({
      code: 'passkey_refused',
    })
    expect(await passkeysOf(user.id)).toBe(0)
  })

  it('is refused when the session ended after the challenge was handed out', async () => {
    const user = await freshUser()
    const passkey = new SoftwarePasskey().create(await creationFor(user.principal))
    const id = user.principal.sessionId
    await db().sessionFamily.update({ where: { id }, data: { revokedAt: atStep(0).now } })
    expect(await addPasskey({ passkey }, user.principal, atStep(0))).toMatchObject({
      code: 'session_revoked',
    })
    expect(await passkeysOf(user.id)).toBe(0)
  })

  it('is refused with the challenge of another session', async () => {
    const user = await freshUser()
    const other = await signedInPrincipal(user.id)
    const passkey = new SoftwarePasskey().create(await creationFor(user.principal))
    expect(await addPasskey({ passkey }, other, atStep(0))).toMatchObject({
      code: 'passkey_refused',
    })
    expect(await passkeysOf(user.id)).toBe(0)
  })

  it('is refused for a credential ID that another account has', async () => {
    const victim = await passkeyUser()
    const user = await freshUser()
    const passkey = victim.device.create(await creationFor(user.principal))
    expect(await addPasskey({ passkey }, user.principal, atStep(0))).toMatchObject({
      code: 'passkey_refused',
    })
    expect(await passkeysOf(victim.id)).toBe(1)
    expect(await passkeysOf(user.id)).toBe(0)
  })
})

describe('an attestation', () => {
  it.each([
    // {"authData": "abc"}: text where bytes belong.
    ['with text as the authenticator’s data', 'a168617574684461746163616263'],
    ['with a list as the authenticator’s data', 'a1686175746844617461830102f6'],
    ['with too few bytes', 'a168617574684461746142aabb'],
    ['without the authenticator’s data', 'a0'],
    ['that is no map', '01'],
    ['that is no CBOR', 'ff'],
  ])('%s is refused, and nothing is written', async (_, hex) => {
    const user = await freshUser()
    const passkey = new SoftwarePasskey().create(await creationFor(user.principal))
    passkey.response.attestationObject = Buffer.from(hex, 'hex').toString('base64url')
    expect(await addPasskey({ passkey }, user.principal, atStep(0))).toMatchObject({
      code: 'passkey_refused',
    })
    expect(await passkeysOf(user.id)).toBe(0)
  })
})

describe('a new passkey', () => {
  it('proves nothing until it is used: the password is still asked for', async () => {
    const user = await freshUser()
    const { device } = await addedPasskey(user.principal)
    const { principal } = user
    const row = { where: { id: principal.sessionId } }
    expect(await db().sessionFamily.findUnique(row)).toMatchObject({ amr: ['pwd', 'mfa'] })
    expect(await setupMfa({}, principal, atStep(0))).toMatchObject({ code: 'validation_failed' })
    const started = await startPasskeyProof(principal, atStep(0))
    if (!started.ok) throw new Error(started.code)
    const passkey = device.answer(started.options)
    expect(await proveWithPasskey(passkey, principal, atStep(0))).toEqual({ ok: true })
    expect(await setupMfa({}, principal, atStep(0))).toMatchObject({ ok: true })
  })

  it('needs the password if a provider opened the session, unless the account has none', async () => {
    const user = await freshUser()
    const { principal } = user
    const where = { id: principal.sessionId }
    await db().sessionFamily.update({ where, data: { amr: ['fed'] } })
    expect(await startPasskeyCreation({}, principal, atStep(0))).toMatchObject({
      code: 'reauthentication_required',
    })
    expect(await db().passkeyChallenge.count({ where: { userId: user.id } })).toBe(0)
    const password = await startPasskeyCreation({ password: PASSWORD }, principal, atStep(0))
    expect(password).toMatchObject({ ok: true })
    await withoutPassword(user.id)
    expect(await startPasskeyCreation({}, principal, atStep(0))).toMatchObject({ ok: true })
  })
})

describe('a user’s passkeys', () => {
  it('can be renamed and removed by their owner only', async () => {
    const user = await passkeyUser()
    const stranger = await passkeyUser()
    const { passkeyId: id } = user
    for (const act of [
      renamePasskey({ id, name: 'Mine now' }, stranger.principal, atStep(0)),
      removePasskey({ id }, stranger.principal, atStep(0)),
    ])
      expect(await act).toMatchObject({ code: 'not_found' })
    await renamePasskey({ id, name: 'Work laptop' }, user.principal, atStep(0))
    expect(await listPasskeys(user.principal)).toMatchObject([{ name: 'Work laptop' }])
    expect(await removePasskey({ id }, user.principal, atStep(0))).toEqual({ ok: true })
    expect(await listPasskeys(user.principal)).toEqual([])
    expect(await mailsTo(user.id)).toContain('passkey_removed')
  })

  it('cannot be removed by a session whose sign-in is not recent', async () => {
    const user = await passkeyUser()
    const { passkeyId: id } = user
    expect(await removePasskey({ id }, user.principal, atStep(LATER))).toMatchObject({
      code: 'reauthentication_required',
    })
    expect(await passkeysOf(user.id)).toBe(1)
  })

  it('keep the last way to sign in: without a password, one passkey or provider must stay', async () => {
    const user = await passkeyUser()
    await withoutPassword(user.id)
    const { principal, passkeyId: id } = user
    expect(await removePasskey({ id }, principal, atStep(0))).toMatchObject({ code: 'last_way_in' })
    expect(await passkeysOf(user.id)).toBe(1)
    const second = await addedPasskey(principal)
    expect(await removePasskey({ id }, principal, atStep(0))).toEqual({ ok: true })
    expect(await removePasskey({ id: second.id }, principal, atStep(0))).toMatchObject({
      code: 'last_way_in',
    })
  })

  it('are a way in for someone who disconnects their only provider', async () => {
    const user = await passkeyUser()
    await withoutPassword(user.id)
    const now = new Date()
    const linked = { provider: 'github', providerAccountId: user.id, userId: user.id }
    await db().account.create({ data: { ...linked, linkedAt: now, lastUsedAt: now } })
    const unlink = () => unlinkIdentity({ provider: 'github' }, user.principal, atStep(0))
    await db().passkey.updateMany({ where: { userId: user.id }, data: { rpId: 'former.example' } })
    expect(await unlink()).toMatchObject({ code: 'last_way_in' })
    await db().passkey.updateMany({ where: { userId: user.id }, data: { rpId: 'localhost' } })
    expect(await unlink()).toEqual({ ok: true })
  })

  it('are in the export of their owner’s data, without keys and handles', async () => {
    const user = await passkeyUser()
    const result = await exportOwnData(user.principal, atStep(0))
    if (!result.ok) throw new Error(result.code)
    let text = ''
    for await (const chunk of result.file.chunks) text += chunk
    expect(text).toContain('"device_type": "singleDevice"')
    const row = await db().passkey.findUniqueOrThrow({ where: { id: user.passkeyId } })
    expect(text).not.toContain(Buffer.from(row.publicKey).toString('base64url'))
  })
})

describe('proving the account with a passkey', () => {
  async function prove(user: Awaited<ReturnType<typeof passkeyUser>>, claims = {}, steps = LATER) {
    const started = await startPasskeyProof(user.principal, atStep(steps))
    if (!started.ok) throw new Error(started.code)
    const passkey = user.device.answer(started.options, claims)
    return proveWithPasskey(passkey, user.principal, atStep(steps))
  }

  it('counts as a recent credential for ten minutes, also where the password is asked for', async () => {
    const user = await passkeyUser()
    const later = atStep(LATER)
    expect(await setupMfa({}, user.principal, later)).toMatchObject({ code: 'validation_failed' })
    expect(await prove(user)).toEqual({ ok: true })
    expect(await setupMfa({}, user.principal, later)).toMatchObject({ ok: true })
    expect(await startPasskeyCreation({}, user.principal, later)).toMatchObject({ ok: true })
    const tooLate = atStep(0, { now: addSeconds(later.now, 600) })
    expect(await setupMfa({}, user.principal, tooLate)).toMatchObject({ code: 'validation_failed' })
  })

  it('says nothing for another session of the same user', async () => {
    const user = await passkeyUser()
    const other = await signedInPrincipal(user.id)
    expect(await prove(user)).toEqual({ ok: true })
    expect(await startPasskeyCreation({}, other, atStep(LATER))).toMatchObject({
      code: 'reauthentication_required',
    })
  })

  it.each([
    ['an unverified user', { verified: false }],
    ['another origin', { origin: 'https://evil.example' }],
  ])('is refused for %s', async (_, claims) => {
    const user = await passkeyUser()
    expect(await prove(user, claims)).toMatchObject({ code: 'passkey_refused' })
    expect(await setupMfa({}, user.principal, atStep(LATER))).toMatchObject({ ok: false })
  })

  it('is refused with the passkey of another account', async () => {
    const user = await passkeyUser()
    const stranger = await passkeyUser()
    expect(await prove({ ...user, device: stranger.device })).toMatchObject({
      code: 'passkey_refused',
    })
    expect(await setupMfa({}, user.principal, atStep(LATER))).toMatchObject({ ok: false })
  })
})

describe('the offer to create a passkey', () => {
  it('is made once in an account’s life, and only to a session opened with a password', async () => {
    const user = await freshUser()
    expect(await isOfferOpen(user.principal)).toBe(true)
    expect(await takePasskeyOffer(user.principal, atStep(0))).toBe(true)
    expect(await isOfferOpen(user.principal)).toBe(false)
    expect(await takePasskeyOffer(user.principal, atStep(0))).toBe(false)
    const other = await freshUser()
    await db().sessionFamily.updateMany({ where: { userId: other.id }, data: { amr: ['fed'] } })
    expect(await isOfferOpen(other.principal)).toBe(false)
    expect(await takePasskeyOffer(other.principal, atStep(0))).toBe(false)
    expect(await db().passkeyOwner.count({ where: { userId: other.id } })).toBe(0)
  })

  it('is not made to someone who has a passkey', async () => {
    const user = await passkeyUser()
    expect(await isOfferOpen(user.principal)).toBe(false)
    expect(await takePasskeyOffer(user.principal, atStep(0))).toBe(false)
  })

  it('is not shown to an administrator who views as the user', async () => {
    const user = await freshUser()
    const impersonator = { userId: user.id, endsAt: addSeconds(new Date(), 60) }
    expect(await isOfferOpen({ ...user.principal, impersonator })).toBe(false)
  })
})

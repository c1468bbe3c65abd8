import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { enableMfa, setupMfa } from '@/lib/identity/mfa/enable-mfa'
import { renewRecoveryCodes } from '@/lib/identity/mfa/manage-mfa'
import { NOTHING_REMOVED } from '@/lib/identity/sessions/planted-access'
import { login } from '@/lib/identity/sign-in/login'
import { sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import {
  atStep,
  codeOf,
  enabledAt,
  enrolledUser,
  freshUser,
  mailsTo,
  signedInPrincipal,
} from '@/tests/kit/enroll-mfa'
import { addedPasskey } from '@/tests/kit/enroll-passkey'
import {
  disown,
  DISOWNED,
  EARLIER,
  intrude,
  NEW_PASSWORD,
  PLANTING,
  recordsOf,
  reset,
  RESET,
} from '@/tests/kit/intruder'
import { PASSWORD } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(() => void useSettings())

async function turnOn(principal: SessionPrincipal, steps: number) {
  const begun = await setupMfa({ password: PASSWORD }, principal, atStep(steps))
  if (!begun.ok) throw new Error(begun.code)
  const code = codeOf(begun.secret, steps)
  expect(await enableMfa({ code }, principal, atStep(steps))).toMatchObject({ ok: true })
}

/** What is left of the second factors that were added. */
const leftTo = async (userId: string) => ({
  enabledAt: await enabledAt(userId),
  passkeys: await db().passkey.count({ where: { userId } }),
  recoveryCodes: await db().recoveryCode.count({ where: { userId } }),
})

describe('“This wasn’t me”', () => {
  it('keeps second factors that the owner added later in an earlier session: the mailbox alone opens nothing', async () => {
    const owner = await freshUser()
    const { token } = await intrude(owner)
    await turnOn(owner.principal, PLANTING)
    const { id: passkey } = await addedPasskey(owner.principal, atStep(PLANTING))
    await reset(await disown(token))
    expect(await enabledAt(owner.id)).toEqual(atStep(PLANTING).now)
    expect(await db().passkey.findMany({ where: { userId: owner.id } })).toMatchObject([
      { id: passkey },
    ])
    expect(await db().recoveryCode.count({ where: { userId: owner.id } })).toBe(10)
    expect(await recordsOf(owner.id)).toMatchObject([NOTHING_REMOVED])
    const { email } = owner
    const signedIn = await login({ email, password: NEW_PASSWORD }, atStep(RESET + 1))
    expect(signedIn).not.toHaveProperty('session')
    expect(signedIn).toMatchObject({ ok: true, challenge: {} })
  })

  it('removes second factors that an intruder adds in an earlier session, itself reported as new', async () => {
    const owner = await freshUser()
    const { intruder } = await intrude(owner, ['pwd'], EARLIER)
    const { token } = await intrude(owner)
    await turnOn(intruder, PLANTING)
    await addedPasskey(intruder, atStep(PLANTING))
    await reset(await disown(token))
    expect(await leftTo(owner.id)).toEqual({ enabledAt: null, passkeys: 0, recoveryCodes: 0 })
  })

  it('removes those of an unreported session on the device of an earlier one that was reported', async () => {
    const owner = await freshUser()
    await intrude(owner, ['pwd'], EARLIER)
    const unreported = await signedInPrincipal(owner.id, atStep(EARLIER + 1))
    const { token } = await intrude(owner)
    await turnOn(unreported, PLANTING)
    const disowned = await disown(token)
    expect(await leftTo(owner.id)).toEqual({ enabledAt: null, passkeys: 0, recoveryCodes: 0 })
    // Between the link and the reset, the intruder's earlier session is still there.
    await addedPasskey(unreported, atStep(DISOWNED))
    await reset(disowned)
    expect(await leftTo(owner.id)).toMatchObject({ passkeys: 0 })
  })

  it('removes them if the row of an earlier session that was reported is gone', async () => {
    const owner = await freshUser()
    const { intruder } = await intrude(owner, ['pwd'], EARLIER)
    const { token } = await intrude(owner)
    await turnOn(intruder, PLANTING)
    await db().sessionFamily.delete({ where: { id: intruder.sessionId } })
    await disown(token)
    expect(await leftTo(owner.id)).toMatchObject({ enabledAt: null, recoveryCodes: 0 })
  })

  it('keeps those of an earlier session whose link has expired unused', async () => {
    const owner = await freshUser()
    const { intruder: laptop, token: link } = await intrude(owner, ['pwd'], EARLIER)
    const { token } = await intrude(owner)
    await turnOn(laptop, PLANTING)
    const expired = { tokenHash: new Uint8Array(sha256(link)) }
    await db().emailToken.update({ where: expired, data: { expiresAt: atStep(PLANTING).now } })
    await disown(token)
    expect(await leftTo(owner.id)).toMatchObject({ recoveryCodes: 10 })
    expect(await recordsOf(owner.id)).toMatchObject([NOTHING_REMOVED])
  })

  it('removes second factors whose session is unknown, because an earlier version stored none', async () => {
    const owner = await freshUser()
    const { token } = await intrude(owner)
    await turnOn(owner.principal, PLANTING)
    await addedPasskey(owner.principal, atStep(PLANTING))
    const unknown = { where: { userId: owner.id }, data: { sessionStartedAt: null } }
    await db().mfaFactor.updateMany(unknown)
    await db().passkey.updateMany(unknown)
    await disown(token)
    expect(await enabledAt(owner.id)).toBeNull()
    expect(await db().passkey.count({ where: { userId: owner.id } })).toBe(0)
  })

  it('removes an authenticator app that the intruder set up, which would lock the owner out', async () => {
    const owner = await freshUser()
    const { intruder, token } = await intrude(owner)
    await turnOn(intruder, PLANTING)
    await reset(await disown(token))
    expect(await enabledAt(owner.id)).toBeNull()
    expect(await db().recoveryCode.count({ where: { userId: owner.id } })).toBe(0)
    const { email } = owner
    const signedIn = await login({ email, password: NEW_PASSWORD }, atStep(RESET + 1))
    expect(signedIn).toMatchObject({ ok: true, session: {} })
    expect(await recordsOf(owner.id)).toMatchObject([{ mfa_disabled: true }])
  })

  it('keeps an authenticator app that the owner set up before', async () => {
    const owner = await enrolledUser()
    const { token } = await intrude(owner, ['pwd', 'otp', 'mfa'])
    await disown(token)
    expect(await enabledAt(owner.id)).toEqual(atStep(0).now)
    expect(await db().recoveryCode.count({ where: { userId: owner.id } })).toBe(10)
    expect(await recordsOf(owner.id)).toMatchObject([NOTHING_REMOVED])
    expect(await mailsTo(owner.id)).not.toContain('recovery_codes_removed')
  })

  it('removes recovery codes that the intruder created, and asks the owner to create new ones', async () => {
    const owner = await enrolledUser()
    const { intruder, token } = await intrude(owner, ['pwd', 'otp', 'mfa'])
    const code = owner.codeAt(PLANTING)
    expect(await renewRecoveryCodes({ code }, intruder, atStep(PLANTING))).toMatchObject({
      ok: true,
    })
    await reset(await disown(token))
    expect(await enabledAt(owner.id)).toEqual(atStep(0).now)
    expect(await db().recoveryCode.count({ where: { userId: owner.id } })).toBe(0)
    expect(await recordsOf(owner.id)).toMatchObject([
      { ...NOTHING_REMOVED, recovery_codes_removed: true },
    ])
    expect(await mailsTo(owner.id)).toContain('recovery_codes_removed')
    const title = 'Create new recovery codes'
    expect(await db().inboxItem.count({ where: { userId: owner.id, title } })).toBe(1)
  })
})

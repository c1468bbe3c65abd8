import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { grantSystemRole } from '@/lib/access/grants.store'
import { redeemHandoff } from '@/lib/identity/oauth/redeem-handoff'
import { completeWithPasskey } from '@/lib/identity/passkeys/complete-with-passkey'
import { startPasskeyStep } from '@/lib/identity/passkeys/passkey-options'
import { completeSecondStep, type SignIn } from '@/lib/identity/sign-in/complete-sign-in'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Surface } from '@/lib/platform/request-context'
import { actionsOf, aliveOf, atStep, enrolledUser, mailsTo } from '@/tests/kit/enroll-mfa'
import { addedPasskey } from '@/tests/kit/enroll-passkey'
import { APPS, useProviders } from '@/tests/kit/external-journey'
import { insertUser } from '@/tests/kit/insert-user'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const providers = useProviders()

async function stage() {
  const user = await enrolledUser()
  providers.google().state.person.email = user.email
  return user
}

function tokenOf(signIn: SignIn): string {
  if (!('challenge' in signIn)) throw new Error('no second step is asked for')
  return signIn.challenge.mfaToken
}

async function firstStep(surface: Surface = 'web'): Promise<string> {
  const finished = await providers.signIn('google', surface, atStep(2, { surface }))
  if (!finished.ok || finished.kind !== 'signed-in') throw new Error('not identified')
  return tokenOf(finished.signIn)
}

async function codeOfApp() {
  const codeVerifier = 'v'.repeat(43)
  const redirectUri = APPS[0]!
  const app = new URLSearchParams({
    redirect_uri: redirectUri,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'app',
  })
  const finished = await providers.comeBack(
    await providers.leave('google', { surface: 'api', app }),
  )
  if (!finished.ok || finished.kind !== 'handed-over') throw new Error('no code')
  return { code: finished.code, codeVerifier, redirectUri }
}

const linked = () => db().account.findMany({ select: { userId: true, providerAccountId: true } })
const traces = async (userId: string) => ({
  identities: await linked(),
  mails: (await mailsTo(userId)).filter((mail) => mail === 'identity_linked'),
  inbox: await db().inboxItem.count({ where: { userId, kind: 'security.identity_linked' } }),
  audited: (await actionsOf(userId)).filter((action) => action === 'identity.linked'),
})
const UNTOUCHED = { identities: [], mails: [], inbox: 0, audited: [] }
const connectedTo = (userId: string) => ({
  identities: [{ userId, providerAccountId: 'g-1' }],
  mails: ['identity_linked'],
  inbox: 1,
  audited: ['identity.linked'],
})

describe('a provider account of a user with two-step verification', () => {
  it.each(['web', 'api'] as const)(
    'is not connected by a sign-in that stops at the second step (%s)',
    async (surface) => {
      const user = await stage()
      const mfaToken = await firstStep(surface)
      expect(await traces(user.id)).toEqual(UNTOUCHED)
      const wrong = { mfaToken, code: user.codeAt(9) }
      expect(await completeSecondStep(wrong, atStep(2, { surface }))).toMatchObject({ ok: false })
      expect(await traces(user.id)).toEqual(UNTOUCHED)
    },
  )

  it.each(['web', 'api'] as const)('is connected by the code of the app (%s)', async (surface) => {
    const user = await stage()
    const answer = { mfaToken: await firstStep(surface), code: user.codeAt(2) }
    expect(await completeSecondStep(answer, atStep(2, { surface }))).toMatchObject({ ok: true })
    expect(await traces(user.id)).toEqual(connectedTo(user.id))
    const again = { mfaToken: await firstStep(surface), code: user.codeAt(3) }
    expect(await completeSecondStep(again, atStep(3, { surface }))).toMatchObject({ ok: true })
    expect(await traces(user.id)).toEqual(connectedTo(user.id))
  })

  it('is connected by a recovery code', async () => {
    const user = await stage()
    const answer = { mfaToken: await firstStep('api'), code: user.recoveryCodes[0]! }
    expect(await completeSecondStep(answer, atStep(2))).toMatchObject({ ok: true })
    expect(await traces(user.id)).toEqual(connectedTo(user.id))
  })

  it('is connected by a passkey', async () => {
    const user = await stage()
    const { device } = await addedPasskey(user.principal)
    const mfaToken = await firstStep('api')
    const started = await startPasskeyStep({ mfaToken }, atStep(2))
    if (!started.ok) throw new Error(started.code)
    expect(await traces(user.id)).toEqual(UNTOUCHED)
    const passkey = device.answer(started.options)
    expect(await completeWithPasskey({ mfaToken, passkey }, atStep(2))).toMatchObject({ ok: true })
    expect(await traces(user.id)).toEqual(connectedTo(user.id))
  })

  it('is connected by the second step after the code of a native app', async () => {
    const user = await stage()
    const redeemed = await redeemHandoff(await codeOfApp(), atStep(2))
    if (!redeemed.ok) throw new Error(redeemed.code)
    const mfaToken = tokenOf(redeemed.signIn)
    expect(await traces(user.id)).toEqual(UNTOUCHED)
    const answer = { mfaToken, code: user.codeAt(2) }
    expect(await completeSecondStep(answer, atStep(2))).toMatchObject({ ok: true })
    expect(await traces(user.id)).toEqual(connectedTo(user.id))
  })
})

const turnedOff = (id: string) => db().user.update({ where: { id }, data: { mfaEnabledAt: null } })

it('is connected by the code of a native app whose second step went away meanwhile', async () => {
  const user = await stage()
  const code = await codeOfApp()
  await turnedOff(user.id)
  const redeemed = await redeemHandoff(code, atStep(2))
  expect(redeemed).toMatchObject({ ok: true, signIn: { session: { user: { id: user.id } } } })
  expect(await traces(user.id)).toEqual(connectedTo(user.id))
})

async function taken() {
  const { id: userId } = await insertUser()
  const at = { linkedAt: new Date(), lastUsedAt: new Date() }
  await db().account.create({
    data: { provider: 'google', providerAccountId: 'g-1', userId, ...at },
  })
}
const promoted = (id: string) => inTransaction((tx) => grantSystemRole(tx, id, 'admin'))
const moved = (id: string) =>
  db().user.update({ where: { id }, data: { email: 'elsewhere@example.com' } })

const CHANGES = [
  ['another user has the provider account by now', 'identity_taken', taken],
  ['the account has permissions by now', 'account_link_required', promoted],
  ['the account has another address by now', 'account_link_required', moved],
] as const

describe('the code of a native app opens no session and connects nothing without a second step', () => {
  it.each(CHANGES)('if %s', async (_, code, meanwhile) => {
    const user = await stage()
    const input = await codeOfApp()
    await turnedOff(user.id)
    await meanwhile(user.id)
    const before = [await traces(user.id), await aliveOf(user.id)]
    expect(await redeemHandoff(input, atStep(2))).toMatchObject({ ok: false, code })
    expect([await traces(user.id), await aliveOf(user.id)]).toEqual(before)
    expect(await redeemHandoff(input, atStep(2))).toMatchObject({ code: 'oauth_failed' })
  })
})

describe('a second step opens no session and connects nothing', () => {
  it.each(CHANGES)('if %s', async (_, code, meanwhile) => {
    const user = await stage()
    const mfaToken = await firstStep('api')
    await meanwhile(user.id)
    const before = [await traces(user.id), await aliveOf(user.id)]
    const answer = { mfaToken, code: user.codeAt(2) }
    expect(await completeSecondStep(answer, atStep(2))).toMatchObject({ ok: false, code })
    expect([await traces(user.id), await aliveOf(user.id)]).toEqual(before)
    const where = { action: 'session.refused', targetId: user.id }
    expect(await db().auditRecord.findFirst({ where })).toMatchObject({
      details: { factor: 'fed', provider: 'google', reason: code },
    })
    expect(await completeSecondStep(answer, atStep(2))).toMatchObject({
      code: 'mfa_challenge_expired',
    })
  })
})

it('a second step that an earlier version began, which connected at once, is completed', async () => {
  const user = await stage()
  const mfaToken = await firstStep('api')
  await db().mfaChallenge.updateMany({
    data: { identityProvider: null, identitySubject: null, identityEmail: null },
  })
  const answer = { mfaToken, code: user.codeAt(2) }
  expect(await completeSecondStep(answer, atStep(2))).toMatchObject({ ok: true })
  expect(await traces(user.id)).toEqual(UNTOUCHED)
})

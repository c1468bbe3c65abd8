import { beforeAll, describe, expect, it } from 'vitest'
import { verifyPasskey, verifySecondStep } from '@/app/auth/mfa/actions'
import { grantSystemRole } from '@/lib/access/grants.store'
import { syncCatalog } from '@/lib/access/catalog'
import { clearedSessionSetCookies } from '@/lib/http/session-cookies'
import { en } from '@/lib/i18n/en'
import { startPasskeyStep } from '@/lib/identity/passkeys/passkey-options'
import { completeFirstStep } from '@/lib/identity/sign-in/complete-sign-in'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { mfaCookie } from '@/lib/web/sign-in-cookies'
import { aliveOf, codeOf, enrolledUser, NOW } from '@/tests/kit/enroll-mfa'
import { addedPasskey } from '@/tests/kit/enroll-passkey'
import { insertUser } from '@/tests/kit/insert-user'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

/** A sign-in with Google that waits for its second step. */
async function waiting() {
  const user = await enrolledUser()
  const { device } = await addedPasskey(user.principal)
  const ctx = testContext({ surface: 'web' })
  const identity = { provider: 'google', subject: user.id, email: user.email } as const
  const by = { userId: user.id, mfaEnabled: true, amr: ['fed'], knownDevice: false, identity }
  const first = await completeFirstStep(db(), ctx, by)
  if (!first || !('challenge' in first)) throw new Error('no challenge')
  const { mfaToken } = first.challenge
  const byCode = () => {
    const code = codeOf(user.base32, Math.floor((Date.now() - NOW.getTime()) / 30_000))
    return submit(verifySecondStep, { code }, mfaToken)
  }
  const byPasskey = async () => {
    const started = await startPasskeyStep({ mfaToken }, ctx)
    if (!started.ok) throw new Error(started.code)
    const passkey = JSON.stringify(device.answer(started.options))
    return submit(verifyPasskey, { passkey }, mfaToken)
  }
  return { user, byCode, byPasskey }
}

const submit = (
  action: Parameters<typeof submitAction>[0],
  fields: Record<string, string>,
  mfaToken: string,
) =>
  submitAction(action, {
    page: '/auth/mfa?next=%2Fdashboard%2Faccount',
    fields,
    headers: { cookie: `${mfaCookie.name}=${mfaToken}` },
  })

async function taken(subject: string) {
  const { id: userId } = await insertUser()
  const at = { linkedAt: new Date(), lastUsedAt: new Date() }
  await db().account.create({
    data: { provider: 'google', providerAccountId: subject, userId, ...at },
  })
}
const promoted = (id: string) => inTransaction((tx) => grantSystemRole(tx, id, 'admin'))

describe('a second step that can no longer be passed leads back to the sign-in page', () => {
  it.each([
    ['identity_taken', 'code', taken],
    ['identity_taken', 'passkey', taken],
    ['account_link_required', 'code', promoted],
    ['account_link_required', 'passkey', promoted],
  ] as const)('%s, with its text and without the challenge (%s)', async (code, way, meanwhile) => {
    const { user, byCode, byPasskey } = await waiting()
    await meanwhile(user.id)
    const before = await aliveOf(user.id)
    const answer = await (way === 'code' ? byCode() : byPasskey())
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(
      `/auth/login?error=${code}&next=%2Fdashboard%2Faccount`,
    )
    expect(en.problems[code].text).toBeTruthy()
    expect(answer.headers.getSetCookie()).toContain(mfaCookie.cleared())
    expect(answer.headers.getSetCookie()).not.toContain(clearedSessionSetCookies()[0])
    expect(await aliveOf(user.id)).toEqual(before)
  })
})

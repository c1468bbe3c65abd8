import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { redeemHandoff } from '@/lib/identity/oauth/redeem-handoff'
import { startExternalSignIn } from '@/lib/identity/oauth/start-sign-in'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { enrolledUser } from '@/tests/kit/enroll-mfa'
import {
  APPS,
  everythingWritten,
  NOTHING_WRITTEN,
  useProviders,
} from '@/tests/kit/external-journey'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const providers = useProviders()
const codeVerifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(codeVerifier).digest('base64url')
const redirectUri = APPS[0]!
const request = (changes: Record<string, string | null> = {}) => {
  const wanted = {
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'app',
  }
  const all: Record<string, string | null> = { ...wanted, ...changes }
  return new URLSearchParams(
    Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null),
  )
}

async function handedOver(): Promise<string> {
  const away = await providers.leave('google', { surface: 'api', app: request() })
  const finished = await providers.comeBack(away)
  if (!finished.ok || finished.kind !== 'handed-over') throw new Error('no code')
  return finished.code
}

describe('an app that takes over after the sign-in', () => {
  it('gets a code, and exchanges it for a session', async () => {
    const code = await handedOver()
    expect(await db().sessionFamily.count()).toBe(0)
    expect(JSON.stringify(await db().oauthHandoff.findMany())).not.toContain(code)
    const redeemed = await redeemHandoff({ code, codeVerifier, redirectUri }, ctx())
    expect(redeemed).toMatchObject({
      ok: true,
      signIn: { session: { user: { email: 'ann@example.com' } } },
    })
    expect(await db().sessionFamily.findFirstOrThrow()).toMatchObject({
      surface: 'api',
      amr: ['fed'],
    })
  })

  it('gets no session once all sessions of the user were ended, or the provider was disabled', async () => {
    const ended = await handedOver()
    const { userId } = await db().oauthHandoff.findFirstOrThrow()
    await inTransaction((tx) =>
      revokeSessionsOf(tx, { userId, reason: 'revoked_by_administrator' }, ctx()),
    )
    const redeem = (code: string) => redeemHandoff({ code, codeVerifier, redirectUri }, ctx())
    expect(await redeem(ended)).toMatchObject({ ok: false, code: 'oauth_failed' })
    const late = await handedOver()
    useSettings()
    expect(await redeem(late)).toMatchObject({ ok: false, code: 'oauth_failed' })
    expect(await db().sessionFamily.count()).toBe(0)
  })

  it.each([
    [
      'an address that is not on the list',
      { redirect_uri: 'com.example.evil:/done' },
      ['/redirect_uri'],
    ],
    ['one that only begins like it', { redirect_uri: `${redirectUri}/more` }, ['/redirect_uri']],
    ['one with other letters', { redirect_uri: redirectUri.toUpperCase() }, ['/redirect_uri']],
    ['no address', { redirect_uri: '' }, ['/redirect_uri']],
    ['no challenge', { code_challenge: null }, ['/code_challenge']],
    ['a short challenge', { code_challenge: 'x'.repeat(42) }, ['/code_challenge']],
    ['a plain challenge', { code_challenge_method: 'plain' }, ['/code_challenge_method']],
    [
      'no method, which would mean plain',
      { code_challenge_method: null },
      ['/code_challenge_method'],
    ],
    ['no state', { state: null }, ['/state']],
    [
      'nothing else',
      { code_challenge: null, code_challenge_method: null, state: null },
      ['/code_challenge', '/code_challenge_method', '/state'],
    ],
  ])('is refused with %s', async (_, changes, pointers) => {
    const refused = await startExternalSignIn(
      { provider: 'google', browser: null, app: request(changes) },
      ctx(),
    )
    expect(refused).toMatchObject({ ok: false, code: 'validation_failed' })
    expect(!refused.ok && refused.errors?.map(({ pointer }) => pointer)).toEqual(pointers)
    expect(await db().oauthFlow.count()).toBe(0)
  })

  it('is refused with duplicate parameters', async () => {
    for (const name of ['redirect_uri', 'code_challenge', 'code_challenge_method', 'state']) {
      const app = request()
      app.append(name, app.get(name)!)
      expect(
        await startExternalSignIn({ provider: 'google', browser: null, app }, ctx()),
      ).toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer: `/${name}` }],
      })
    }
    expect(await db().oauthFlow.count()).toBe(0)
  })

  it.each([
    ['another verifier', { codeVerifier: 'w'.repeat(43) }],
    ['the challenge for a verifier', { codeVerifier: challenge }],
    ['another address on the list', { redirectUri: APPS[1]! }],
  ])('loses the code with %s', async (_, wrong) => {
    const code = await handedOver()
    const input = { code, codeVerifier, redirectUri }
    expect(await redeemHandoff({ ...input, ...wrong }, ctx())).toMatchObject({
      code: 'oauth_failed',
    })
    expect(await redeemHandoff(input, ctx())).toMatchObject({ code: 'oauth_failed' })
    expect(await db().sessionFamily.count()).toBe(0)
  })

  it('has one minute to redeem the code', async () => {
    const at = (seconds: number) => ctx({ now: addSeconds(new Date(), seconds) })
    const input = { codeVerifier, redirectUri }
    expect(await redeemHandoff({ ...input, code: await handedOver() }, at(61))).toMatchObject({
      code: 'oauth_failed',
    })
    expect(await db().sessionFamily.count()).toBe(0)
    expect(await redeemHandoff({ ...input, code: await handedOver() }, at(58))).toMatchObject({
      ok: true,
    })
  })

  it('gets nothing for an unknown code', async () => {
    for (const code of ['', 'x', 'x'.repeat(43), 'x'.repeat(50_000), "'; --"])
      expect(await redeemHandoff({ code, codeVerifier, redirectUri }, ctx())).toMatchObject({
        code: 'oauth_failed',
      })
    expect(await everythingWritten()).toEqual(NOTHING_WRITTEN)
  })

  it('gets no session for an account that was ended in the meantime', async () => {
    const code = await handedOver()
    await db().user.updateMany({ data: { status: 'deactivated' } })
    expect(await redeemHandoff({ code, codeVerifier, redirectUri }, ctx())).toMatchObject({
      code: 'account_disabled',
    })
    expect(await db().sessionFamily.count()).toBe(0)
  })

  it('gets no code for an account that has ended', async () => {
    await handedOver()
    await db().oauthHandoff.deleteMany()
    await db().user.updateMany({ data: { status: 'deactivated' } })
    const away = await providers.leave('google', { surface: 'api', app: request() })
    expect(await providers.comeBack(away)).toMatchObject({ ok: false, code: 'account_disabled' })
    expect(await db().oauthHandoff.count()).toBe(0)
  })

  it('is asked for the second factor', async () => {
    const user = await enrolledUser()
    providers.google().state.person.email = user.email
    const sessions = await db().sessionFamily.count()
    const redeemed = await redeemHandoff(
      { code: await handedOver(), codeVerifier, redirectUri },
      ctx(),
    )
    expect(redeemed).toMatchObject({ ok: true, signIn: { challenge: { expiresInSeconds: 300 } } })
    expect(await db().sessionFamily.count()).toBe(sessions)
  })
})

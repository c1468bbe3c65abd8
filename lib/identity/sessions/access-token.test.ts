import { beforeEach, describe, expect, it } from 'vitest'
import {
  deviceTokenOf,
  newDeviceToken,
  readDeviceToken,
} from '@/lib/identity/sessions/device-token'
import { signJwt, verifyJwt } from '@/lib/identity/sessions/jwt'
import { keyRing } from '@/lib/identity/sessions/key-ring'
import { makeAccessToken, readAccessToken } from '@/lib/identity/sessions/session-tokens'
import { newId } from '@/lib/platform/ids'
import { useSettings } from '@/tests/kit/test-settings'

const now = new Date('2026-11-21T12:00:00Z')
const seconds = Math.floor(now.getTime() / 1000)
const session = {
  id: newId(),
  userId: newId(),
  surface: 'api' as const,
  generation: 3,
  authTime: now,
  amr: ['pwd'],
  maxExpiresAt: new Date('2027-01-01T00:00:00Z'),
}
const claims = () =>
  verifyJwt('at+jwt', makeAccessToken(session, now).token, keyRing().keysOfAccessTokens)!
const read = (changes: object) =>
  readAccessToken(signJwt('at+jwt', { ...claims(), ...changes }, keyRing().secrets[0]!), now)

beforeEach(() => void useSettings())

describe('access token', () => {
  it('contains the documented claims and has the configured lifetime', () => {
    expect(Object.keys(claims()).sort()).toEqual(
      ['amr', 'aud', 'auth_time', 'client_id', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub'].sort(),
    )
    expect(claims()).toMatchObject({
      iss: 'http://localhost:3000',
      aud: 'api',
      exp: seconds + 900,
      amr: ['pwd'],
    })
    expect(read({})).toEqual({
      userId: session.userId,
      sessionId: session.id,
      surface: 'api',
      generation: 3,
      actorId: null,
      exp: seconds + 900,
      bySecret: true,
    })
  })

  it('never outlives the absolute expiry of its session', () => {
    const soon = { ...session, maxExpiresAt: new Date(now.getTime() + 5000) }
    expect(makeAccessToken(soon, now).expiresInSeconds).toBe(5)
  })

  it.each([
    ['expired a second ago', { exp: seconds - 1 }, 'expired'],
    ['expires this instant', { exp: seconds }, 'expired'],
    ['exp missing', { exp: undefined }, 'invalid'],
    ['exp as text', { exp: String(seconds + 60) }, 'invalid'],
    ['exp beyond every calendar', { exp: 1e99 }, 'invalid'],
    ['exp negative', { exp: -1 }, 'invalid'],
    ['exp with a fraction', { exp: seconds + 0.5 }, 'invalid'],
    ['iat ten minutes ahead', { iat: seconds + 600 }, 'invalid'],
    ['nbf ten minutes ahead', { nbf: seconds + 600 }, 'invalid'],
    ['iss of a longer name', { iss: 'http://localhost:3000.evil' }, 'invalid'],
    ['iss missing', { iss: undefined }, 'invalid'],
    ['iss as list', { iss: ['http://localhost:3000'] }, 'invalid'],
    ['aud wrong', { aud: 'web' }, 'invalid'],
    ['aud as list', { aud: ['api', 'evil'] }, 'invalid'],
    ['aud missing', { aud: undefined }, 'invalid'],
    ['sub injected', { sub: '1 OR 1=1' }, 'invalid'],
    ['sub as object', { sub: { id: session.userId } }, 'invalid'],
    ['sid not an id', { sid: '../x' }, 'invalid'],
    ['unknown surface', { client_id: 'admin' }, 'invalid'],
  ])('refuses a genuine signature with %s', (_, changes, expected) =>
    expect(read(changes)).toBe(expected),
  )

  it('tolerates a clock that is up to two minutes ahead', () => {
    expect(read({ iat: seconds + 120 })).toMatchObject({ userId: session.userId })
    expect(read({ iat: seconds + 121 })).toBe('invalid')
  })
})

describe('device token', () => {
  it('is recomputed from its stored half, even after the secret was rotated', () => {
    const device = newDeviceToken()
    const stored = { deviceId: device.id, deviceHash: device.hash }
    expect(deviceTokenOf(stored)).toBe(device.token)
    const previous = 'the-signing-secret-of-the-tests-0123456789'
    useSettings({
      AUTH_JWT_SECRET: 'another-secret-of-the-tests-0123456789abc',
      AUTH_JWT_PREVIOUS_SECRETS: previous,
    })
    expect(deviceTokenOf(stored)).toBe(device.token)
    expect(readDeviceToken(device.token)?.id).toEqual(device.id)
  })

  it('refuses what this service did not issue', () => {
    for (const text of [
      null,
      '',
      'x',
      'A'.repeat(43),
      newDeviceToken().token.slice(0, 42),
      'é'.repeat(43),
    ])
      expect(readDeviceToken(text)).toBeNull()
  })
})

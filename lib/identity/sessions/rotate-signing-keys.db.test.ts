import { createLocalJWKSet, createRemoteJWKSet, customFetch, jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { signJwt } from '@/lib/identity/sessions/jwt'
import { keyRing } from '@/lib/identity/sessions/key-ring'
import {
  keepSigningKeys,
  PUBLISHED_AHEAD_SECONDS,
  replaceLeakedKeys,
  retireSigningKeys,
  rotateSigningKeys,
} from '@/lib/identity/sessions/rotate-signing-keys'
import { makeAccessToken, readCachedAccessToken } from '@/lib/identity/sessions/session-tokens'
import { listSigningKeys } from '@/lib/identity/sessions/signing-key.store'
import { followSigningKeys, reloadSigningKeys } from '@/lib/identity/sessions/stored-signing-keys'
import { resetSingleton } from '@/lib/config/process-singleton'
import { newSigningKey } from '@/lib/config/signing-keys'
import { inProcessTransport, useTransport } from '@/lib/platform/bus/bus'
import { addSeconds, setClock } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const START = new Date('2027-03-01T12:00:00Z')
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const at = (seconds: number) => addSeconds(START, seconds)

const session = {
  id: newId(),
  userId: newId(),
  surface: 'api' as const,
  generation: 1,
  authTime: START,
  amr: ['pwd'],
  maxExpiresAt: at(365 * DAY),
}
const issue = (now: Date) => makeAccessToken(session, now).token
const headOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as {
    alg: string
    kid: string
  }
const signerAt = (now: Date) => headOf(issue(now)).kid
const storedIds = async () => (await listSigningKeys(db())).map(({ kid }) => kid)
const publishedIds = () => keyRing().published.map(({ kid }) => kid)
const auditOf = async (action: string) =>
  (await db().auditRecord.findMany({ where: { action }, orderBy: { id: 'asc' } })).map(
    ({ details, actorId }) => ({ ...(details as object), actorId }),
  )

// Some tests replace the global Date, for jose as well.
setClock({ now: () => new Date() })
useTestDatabase()
let stop = () => {}
beforeEach(async () => {
  useSettings()
  await db().$executeRaw`DELETE FROM signing_keys`
  await db().$executeRaw`DELETE FROM signing_switch`
  await db().$executeRaw`ALTER TABLE audit_records DISABLE TRIGGER USER`
  await db().auditRecord.deleteMany()
  await db().$executeRaw`ALTER TABLE audit_records ENABLE TRIGGER USER`
  stop = await followSigningKeys()
  await reloadSigningKeys()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('rotating the keys in the database', () => {
  it('publishes a key at once and signs with it 20 minutes later', async () => {
    const before = issue(START)
    const { kid, signsFrom, isNew } = await rotateSigningKeys(START)
    expect({ signsFrom, isNew }).toEqual({ signsFrom: at(20 * MINUTE), isNew: true })
    // On the instance that made it, through the bus.
    await vi.waitFor(() => expect(publishedIds()).toEqual([kid]))
    expect(headOf(issue(at(20 * MINUTE - 1))).alg).toBe('HS256')
    expect(headOf(issue(at(20 * MINUTE)))).toMatchObject({ alg: 'ES256', kid })
    expect(readCachedAccessToken(before, at(MINUTE))).toMatchObject({ userId: session.userId })
  })

  it('adds no second key while one waits to sign', async () => {
    const first = await rotateSigningKeys(START)
    const second = await rotateSigningKeys(at(10 * MINUTE))
    expect(second).toEqual({ ...first, isNew: false })
    const third = await rotateSigningKeys(at(20 * MINUTE))
    expect(third.isNew).toBe(true)
    expect(await storedIds()).toEqual([first.kid, third.kid])
  })

  it('keeps a replaced key until its last token has expired, and at least a day', async () => {
    const { kid: first } = await rotateSigningKeys(START)
    const { kid: second } = await rotateSigningKeys(at(HOUR))
    const replaced = HOUR + PUBLISHED_AHEAD_SECONDS
    await retireSigningKeys(at(replaced + DAY))
    expect(await storedIds()).toEqual([first, second])
    useSettings({ AUTH_ACCESS_TOKEN_TTL: '3d' })
    await retireSigningKeys(at(replaced + 3 * DAY))
    expect(await storedIds()).toEqual([first, second])
    await retireSigningKeys(at(replaced + 3 * DAY + 61))
    expect(await storedIds()).toEqual([second])
    await retireSigningKeys(at(300 * DAY))
    expect(await storedIds()).toEqual([second])
  })

  it('records what was added and removed', async () => {
    const { kid: first } = await rotateSigningKeys(START)
    const { kid: second } = await replaceLeakedKeys(at(HOUR))
    expect(await auditOf('signing_key.added')).toMatchObject([
      { kid: first, signs_from: at(20 * MINUTE).toISOString(), actorId: null },
      { kid: second, signs_from: at(HOUR).toISOString() },
    ])
    expect(await auditOf('signing_key.removed')).toMatchObject([{ kid: first }])
  })

  it('replaces leaked keys at once, and refuses their tokens from the cache too', async () => {
    await rotateSigningKeys(START)
    await reloadSigningKeys()
    const token = issue(at(HOUR))
    expect(readCachedAccessToken(token, at(HOUR))).toMatchObject({ userId: session.userId })
    await rotateSigningKeys(at(HOUR))
    const { kid } = await replaceLeakedKeys(at(HOUR + 1))
    await reloadSigningKeys()
    expect(await storedIds()).toEqual([kid])
    expect(readCachedAccessToken(token, at(HOUR + 1))).toBe('invalid')
    expect(signerAt(at(HOUR + 1))).toBe(kid)
  })

  it('lets every unchanged poll keep the cache of verified tokens', async () => {
    await rotateSigningKeys(START)
    await reloadSigningKeys()
    const ring = keyRing()
    await reloadSigningKeys()
    expect(keyRing()).toBe(ring)
  })
})

describe('the first key', () => {
  const read = (token: string, now: Date) => readCachedAccessToken(token, now)
  const secretToken = (now: Date) => {
    const [, payload] = issue(now).split('.')
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object
    return signJwt('at+jwt', { ...claims }, keyRing().secrets[0]!)
  }
  const SIGNS = 20 * MINUTE
  const LIFETIME = 15 * MINUTE

  it('ends the tokens of the secret once the last one from before has expired', async () => {
    const { signsFrom } = await rotateSigningKeys(START)
    await reloadSigningKeys()
    const last = issue(at(SIGNS - 1))
    expect(headOf(last).alg).toBe('HS256')
    expect(read(last, at(SIGNS + LIFETIME - 2))).toMatchObject({ userId: session.userId })
    for (const seconds of [SIGNS + 1, SIGNS + LIFETIME, 30 * DAY])
      expect(read(secretToken(at(seconds)), at(seconds))).toBe('expired')
    expect(signsFrom).toEqual(at(SIGNS))
  })

  it('ends them once and for all: no later key brings them back', async () => {
    await rotateSigningKeys(START)
    await rotateSigningKeys(at(HOUR))
    await retireSigningKeys(at(9 * DAY))
    await reloadSigningKeys()
    expect(read(secretToken(at(9 * DAY)), at(9 * DAY))).toBe('expired')
    await replaceLeakedKeys(at(10 * DAY))
    await reloadSigningKeys()
    expect(read(secretToken(at(10 * DAY)), at(10 * DAY))).toBe('expired')
    expect(read(issue(at(10 * DAY)), at(10 * DAY))).toMatchObject({ userId: session.userId })
  })

  it('ends them if an instance added it that does not record the switch', async () => {
    await rotateSigningKeys(START)
    await db().$executeRaw`DELETE FROM signing_switch`
    await reloadSigningKeys()
    expect(read(issue(at(SIGNS - 1)), at(SIGNS))).toMatchObject({ userId: session.userId })
    expect(read(secretToken(at(SIGNS + 1)), at(SIGNS + 1))).toBe('expired')
  })

  it('of the environment leaves a day to configure every instance, also after a restart', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    const before = secretToken(START)
    useSettings({ AUTH_JWT_SIGNING_KEYS: JSON.stringify([newSigningKey()]) })
    await followSigningKeys()
    expect(read(before, START)).toMatchObject({ userId: session.userId })
    expect(read(secretToken(at(DAY)), at(DAY))).toMatchObject({ userId: session.userId })
    vi.setSystemTime(at(5 * DAY))
    await followSigningKeys()
    for (const seconds of [DAY + 1, DAY + LIFETIME, 5 * DAY])
      expect(read(secretToken(at(seconds)), at(seconds))).toBe('expired')
    expect(read(issue(at(5 * DAY)), at(5 * DAY))).toMatchObject({ userId: session.userId })
  })
})

describe('a key in the database', () => {
  it('that leaked is dropped soon also by an instance that gets no messages', async () => {
    const { kid } = await rotateSigningKeys(START)
    await vi.waitFor(() => expect(publishedIds()).toEqual([kid]))
    useTransport({ ...inProcessTransport, isAlive: () => false })
    onTestFinished(() => useTransport(inProcessTransport))
    await db().$executeRaw`DELETE FROM signing_keys`
    await vi.waitFor(() => expect(publishedIds()).toEqual([]), 10_000)
  })

  it('is stored without its private part in clear text', async () => {
    const { kid } = await rotateSigningKeys(START)
    const [row] = await db().$queryRaw<{ text: string }[]>`
      SELECT row_to_json(signing_keys)::text AS text FROM signing_keys`
    expect(row!.text).toContain(kid)
    expect(row!.text).not.toContain('"d"')
    expect(row!.text).not.toContain(Buffer.from('"d":').toString('hex'))
  })

  it('opens with a previous encryption key, and is then sealed with the present one', async () => {
    const { kid } = await rotateSigningKeys(START)
    const [before] = await listSigningKeys(db())
    useNewProcess({
      AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
      AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
    })
    await reloadSigningKeys()
    expect(signerAt(at(HOUR))).toBe(kid)
    await vi.waitFor(async () => {
      const [after] = await listSigningKeys(db())
      expect(Buffer.from(after!.sealed)).not.toEqual(Buffer.from(before!.sealed))
    })
  })

  it('that cannot be opened still verifies, and the one before it signs', async () => {
    const { kid: first } = await rotateSigningKeys(START)
    await rotateSigningKeys(at(HOUR))
    await reloadSigningKeys()
    const token = issue(at(2 * HOUR))
    await db().$executeRaw`
      UPDATE signing_keys SET sealed = '\\x00'::bytea WHERE kid <> ${first}`
    useNewProcess()
    await reloadSigningKeys()
    expect(readCachedAccessToken(token, at(2 * HOUR))).toMatchObject({ userId: session.userId })
    expect(signerAt(at(2 * HOUR))).toBe(first)
  })

  it('does not count if the environment has keys', async () => {
    const { kid } = await rotateSigningKeys(START)
    const own = newSigningKey()
    useSettings({ AUTH_JWT_SIGNING_KEYS: JSON.stringify(own) })
    await reloadSigningKeys()
    expect(publishedIds()).toEqual([own.kid])
    expect(signerAt(at(HOUR))).toBe(own.kid)
    await keepSigningKeys(at(300 * DAY))
    expect(await storedIds()).toEqual([kid])
  })

  /** As after a restart with other settings. */
  function useNewProcess(overrides: Record<string, string> = {}) {
    useSettings(overrides)
    resetSingleton('signing-keys-following')
  }
})

describe('the recurring job', () => {
  it('adds no key unless AUTH_JWT_KEY_ROTATION is set', async () => {
    await keepSigningKeys(START)
    expect(await storedIds()).toEqual([])
  })

  it('adds the first key, then one whenever the newest has signed for that long', async () => {
    useSettings({ AUTH_JWT_KEY_ROTATION: '90d' })
    for (const seconds of [0, HOUR, 89 * DAY, 90 * DAY]) await keepSigningKeys(at(seconds))
    expect(await storedIds()).toHaveLength(1)
    await keepSigningKeys(at(90 * DAY + PUBLISHED_AHEAD_SECONDS))
    expect(await storedIds()).toHaveLength(2)
  })
})

describe('rotating under load, behind the slowest caches that are allowed', () => {
  const STEP = 15
  /** Around each of three rotations: when a key is published until after it begins to sign. */
  const windows = [
    [0, 26],
    [DAY / MINUTE + 5, DAY / MINUTE + 46],
    [(2 * DAY) / MINUTE + 25, (2 * DAY) / MINUTE + 66],
  ] as const
  const seconds = windows.flatMap(([from, to]) =>
    Array.from({ length: ((to - from) * MINUTE) / STEP }, (_, n) => from * MINUTE + n * STEP),
  )

  it('causes no refusal, whichever clock issues and whatever is cached', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    useSettings({ AUTH_JWT_KEY_ROTATION: '1d' })
    // An instance that polls is 30 s late. A shared cache reads from it just too early, every five
    // minutes, and two verifiers read from that just before its next turn, every ten minutes.
    const published: object[] = []
    let shared = {}
    const verifier = (cooldownDuration: number) =>
      createRemoteJWKSet(new URL('http://x/.well-known/jwks.json'), {
        cacheMaxAge: 10 * MINUTE * 1000,
        cooldownDuration,
        [customFetch]: async () => Response.json(shared),
      })
    const never = 10 * MINUTE * 1000
    const verifiers = [verifier(never), verifier(30_000), verifier(never)]
    const seen = new Set<string>()
    const refused: unknown[] = []
    let tokens: string[] = []
    for (const second of seconds) {
      const now = at(second)
      vi.setSystemTime(now)
      if (second % (10 * MINUTE) === 0) await keepSigningKeys(now)
      await reloadSigningKeys()
      published.push({ keys: keyRing().published })
      if (second % (5 * MINUTE) === STEP || published.length === 1)
        shared = published.at(-3) ?? published[0]!
      const fresh = issue(addSeconds(now, 30))
      if (headOf(fresh).alg === 'ES256') tokens.unshift(fresh)
      tokens = tokens.slice(0, (15 * MINUTE) / STEP)
      if (windows.some(([from]) => from * MINUTE === second)) tokens = tokens.slice(0, 1)
      for (const token of new Set([...tokens.slice(0, 1), ...tokens.slice(-1)])) {
        seen.add(headOf(token).kid)
        // The last verifier begins five minutes into each rotation.
        const begun = verifiers.slice(0, second % DAY < 5 * MINUTE ? 2 : 3)
        for (const keys of begun)
          await jwtVerify(token, keys, { clockTolerance: 60 }).catch((error) => refused.push(error))
      }
    }
    expect(refused).toEqual([])
    expect(seen.size).toBe(3)
  })
})

it('publishes keys that an independent library takes', async () => {
  await rotateSigningKeys(START)
  await reloadSigningKeys()
  const set = createLocalJWKSet({ keys: keyRing().published.map((key) => ({ ...key })) })
  const { payload } = await jwtVerify(issue(at(HOUR)), set, { currentDate: at(HOUR) })
  expect(payload.sub).toBe(session.userId)
})

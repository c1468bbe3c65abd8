import { hash as argon2 } from '@node-rs/argon2'
import bcrypt from 'bcryptjs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import * as argon2Hash from '@/lib/identity/passwords/argon2-hash'
import * as bcryptHash from '@/lib/identity/passwords/bcrypt-hash'
import {
  hashPassword,
  matchesAnyPassword,
  verifyPassword,
} from '@/lib/identity/passwords/password-hash'

const configure = (hash: 'argon2id' | 'bcrypt') => loadSettings({ AUTH_PASSWORD_HASH: hash })
const phrase = 'four unrelated words here'
const YES = { matches: true, outdated: false }
const NO = { matches: false, outdated: false }

beforeEach(() => {
  configure('argon2id')
  vi.restoreAllMocks()
})

describe('hashing with argon2id', () => {
  it('returns PHC strings with the agreed parameters and unique salts', async () => {
    const [one, two] = await Promise.all([hashPassword(phrase), hashPassword(phrase)])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await verifyPassword(phrase, one)).toEqual(YES)
  })

  it('hashes a password exactly as typed, including spaces and case', async () => {
    const hash = await hashPassword('  spaced  pass phrase  ')
    expect(await verifyPassword('  spaced  pass phrase  ', hash)).toEqual(YES)
    for (const twin of ['spaced  pass phrase', '  spaced pass phrase  ', '  Spaced  pass phrase  '])
      expect(await verifyPassword(twin, hash)).toEqual(NO)
  })

  it('recognizes a letter however the keyboard composed it', async () => {
    const hash = await hashPassword('caf\u00e9 und \u017etrudl')
    expect(await verifyPassword('cafe\u0301 und z\u030ctrudl', hash)).toEqual(YES)
  })

  it('reports weaker parameters and other variants as outdated, but only for the correct password', async () => {
    for (const options of [
      { algorithm: 2, memoryCost: 4096, timeCost: 2 },
      { algorithm: 2, memoryCost: 19_456, timeCost: 1 },
      { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 2 },
      { algorithm: 1, memoryCost: 19_456, timeCost: 2 },
    ]) {
      const foreign = await argon2(phrase, options)
      expect(await verifyPassword(phrase, foreign)).toEqual({ matches: true, outdated: true })
      expect(await verifyPassword('wrong', foreign)).toEqual(NO)
    }
  })
})

describe('bcrypt hashes', () => {
  it.each(['2a', '2b', '2y'])(
    'verify with prefix %s and are outdated while argon2id is configured',
    async (prefix) => {
      const hash = bcrypt.hashSync(phrase, 4).replace(/^\$2b/, `$${prefix}`)
      expect(await verifyPassword(phrase, hash)).toEqual({ matches: true, outdated: true })
      expect(await verifyPassword('wrong', hash)).toEqual(NO)
    },
  )

  it('have cost 12 when configured, and then argon2 hashes are outdated', async () => {
    const foreign = await hashPassword(phrase)
    configure('bcrypt')
    const hash = await hashPassword(phrase)
    expect(hash).toMatch(/^\$2b\$12\$/)
    expect(await verifyPassword(phrase, hash)).toEqual(YES)
    expect(await verifyPassword(phrase, foreign)).toEqual({ matches: true, outdated: true })
    expect(await verifyPassword(phrase, bcrypt.hashSync(phrase, 4))).toEqual({
      matches: true,
      outdated: true,
    })
  })

  it('never block the event loop', async () => {
    const hash = bcrypt.hashSync(phrase, 12)
    const verified = verifyPassword(phrase, hash).then(() => 'verified')
    const tick = new Promise((resolve) => setImmediate(() => resolve('tick')))
    expect(await Promise.race([verified, tick])).toBe('tick')
    expect(await verified).toBe('verified')
  })
})

describe('a user without a password', () => {
  const unreadable = [
    null,
    '',
    'plain text',
    '$argon2id$broken',
    '$argon2id$v=19$m=4194304,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$2b$31$0123456789012345678901234567890123456789012345678901x',
    '$2b$12$short',
  ]

  it.each(unreadable)(
    'costs one hash of the configured kind and never matches: %s',
    async (hash) => {
      const argon2Verify = vi.spyOn(argon2Hash, 'matchesArgon2')
      const bcryptVerify = vi.spyOn(bcryptHash, 'matchesBcrypt')
      expect(await verifyPassword(phrase, hash)).toEqual(NO)
      expect(argon2Verify.mock.calls.map(([, phc]) => phc.slice(0, 29))).toEqual([
        '$argon2id$v=19$m=19456,t=2,p=',
      ])
      configure('bcrypt')
      expect(await verifyPassword(phrase, hash)).toEqual(NO)
      expect(bcryptVerify.mock.calls.map(([, dummy]) => dummy.slice(0, 7))).toEqual(['$2b$12$'])
    },
  )

  it("doesn't match what bcrypt or UTF-8 would treat as equal: NUL, lone surrogates, megabytes", async () => {
    const withSurrogate = await argon2('pass\ufffdword')
    expect(await verifyPassword('pass\ud800word', withSurrogate)).toEqual(NO)
    const short = bcrypt.hashSync('abc', 4)
    expect(await verifyPassword('abc\0abc', short)).toEqual(NO)
    const long = await argon2('x'.repeat(1_000_000))
    expect(await verifyPassword('x'.repeat(1_000_000), long)).toEqual(NO)
    await expect(hashPassword('pass\ud800word')).rejects.toThrow(/policy/)
  })
})

describe.each(['argon2id', 'bcrypt'] as const)(
  'one hash for many passwords that share a salt (%s)',
  (algorithm) => {
    const salt = new Uint8Array(16).fill(7)
    const others = ['another phrase, quite long', 'and a third one, also long']
    async function hashesOf(passwords: string[]): Promise<[string, ...string[]]> {
      const [first, ...rest] = passwords
      const hashes: [string, ...string[]] = [await hashPassword(first!, salt)]
      for (const password of rest) hashes.push(await hashPassword(password, salt))
      return hashes
    }
    beforeEach(() => configure(algorithm))

    it('gives the same password and salt the same hash', async () => {
      const [one, two] = await hashesOf([phrase, phrase])
      expect(one).toBe(two)
      expect(await verifyPassword(phrase, one)).toEqual(YES)
      expect(await hashPassword(phrase)).not.toBe(one)
    })

    it('checks a password against all of them with one hash', async () => {
      const hashes = await hashesOf([...others, phrase])
      const lane = algorithm === 'bcrypt' ? bcryptHash.bcryptQueue() : argon2Hash.argon2Queue()
      const work = vi.spyOn(lane, 'run')
      for (const right of [phrase, ...others])
        expect(await matchesAnyPassword(right, hashes)).toBe(true)
      expect(work).toHaveBeenCalledTimes(3)
      for (const wrong of ['wrong', `${phrase} `, '', 'nul \0 inside', 'x'.repeat(5000)])
        expect(await matchesAnyPassword(wrong, hashes)).toBe(false)
      expect(work).toHaveBeenCalledTimes(8)
    })

    it('skips a hash with another salt', async () => {
      const [first] = await hashesOf(others)
      expect(await matchesAnyPassword(phrase, [first, await hashPassword(phrase)])).toBe(false)
    })
  },
)

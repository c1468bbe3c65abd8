import { pbkdf2Sync } from 'node:crypto'
import { hash as argon2 } from '@node-rs/argon2'
import bcrypt from 'bcryptjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { isImportableHash, verifyPassword } from '@/lib/identity/passwords/password-hash'

beforeAll(() => void loadSettings({}))

const PHRASE = 'four unrelated words here'
const SALT = 'c29tZXNhbHRzb21lc2FsdA'
const DIGEST = 'A'.repeat(43)
const phc = (costs: string) => `$argon2id$v=19$${costs}$${SALT}$${DIGEST}`
const bcryptOf = (prefix: string, cost: string) => `$${prefix}$${cost}$${'a'.repeat(53)}`

const unpadded = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('base64').replace(/=+$/, '')
const FIREBASE =
  '$firebase-scrypt$r=8,m=14,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='

describe('a hash made elsewhere', () => {
  it.each(['2a', '2b', '2y'])(
    'is imported as bcrypt $%s$, and opens the account once',
    async (prefix) => {
      const hash = bcrypt.hashSync(PHRASE, 5).replace(/^\$2\w/, `$${prefix}`)
      expect(isImportableHash(hash)).toBe(true)
      expect(await verifyPassword(PHRASE, hash)).toEqual({ matches: true, outdated: true })
      expect(await verifyPassword('wrong', hash)).toEqual({ matches: false, outdated: false })
    },
  )

  it('is imported as Argon2id with other costs, salts and lengths', async () => {
    for (const options of [
      { memoryCost: 8192, timeCost: 3, parallelism: 4, outputLen: 16, salt: Buffer.alloc(8, 7) },
      { memoryCost: 65_536, timeCost: 2, parallelism: 1, outputLen: 64, salt: Buffer.alloc(32, 7) },
    ]) {
      const hash = await argon2(PHRASE, { algorithm: 2, ...options })
      expect(isImportableHash(hash)).toBe(true)
      expect(await verifyPassword(PHRASE, hash)).toEqual({ matches: true, outdated: true })
    }
  })

  // Published examples: RFC 6070, passlib's documentation, Django's test suite, firebase/scrypt,
  // Supabase's test suite.
  it.each([
    [
      'PBKDF2 of RFC 6070',
      'password',
      `$pbkdf2-sha1$i=4096$${unpadded('salt')}$${unpadded('4b007901b765489abead49d926f721d065a429c1', 'hex')}`,
    ],
    [
      'PBKDF2 of passlib',
      'password',
      '$pbkdf2-sha256$6400$0ZrzXitFSGltTQnBWOsdAw$Y11AchqV4b0sUisdZd0Xr97KWoymNE0LNNrnEgY4H9M',
    ],
    [
      'PBKDF2 of Django',
      'lètmein',
      'pbkdf2_sha256$12000$seasalt$Ybw8zsFxqja97tY/o6G+Fy1ksY4U/Hw3DRrGED6Up4s=',
    ],
    [
      'PBKDF2 of RFC 6070, as Django stores it',
      'password',
      `pbkdf2_sha1$4096$salt$${unpadded('4b007901b765489abead49d926f721d065a429c1', 'hex')}=`,
    ],
    ['Firebase', 'user1password', FIREBASE],
    [
      'Firebase, exported in the URL alphabet',
      'user1password',
      FIREBASE.replaceAll('/', '_').replaceAll('+', '-'),
    ],
    [
      'Firebase, as Supabase stores it',
      'mytestpassword',
      '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==$C0sHCg9ek77hsg==$zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==',
    ],
  ])('is imported from %s, and opens the account once', async (_, password, hash) => {
    expect(isImportableHash(hash)).toBe(true)
    expect(await verifyPassword(password, hash)).toEqual({ matches: true, outdated: true })
    for (const wrong of [`${password}x`, password.toUpperCase(), ''])
      expect(await verifyPassword(wrong, hash)).toEqual({ matches: false, outdated: false })
  })

  it('is imported from Keycloak, whose digests are longer than their hash function', async () => {
    for (const [algorithm, iterations] of [
      ['sha256', 27_500],
      ['sha512', 210_000],
    ] as const) {
      const salt = Buffer.alloc(16, 7)
      const digest = pbkdf2Sync(PHRASE, salt, iterations, 64, algorithm)
      const hash = `$pbkdf2-${algorithm}$i=${iterations},l=64$${salt.toString('base64')}$${digest.toString('base64')}`
      expect(isImportableHash(hash)).toBe(true)
      expect(await verifyPassword(PHRASE, hash)).toEqual({ matches: true, outdated: true })
      expect(await verifyPassword('wrong', hash)).toEqual({ matches: false, outdated: false })
    }
  })

  it.each([
    ['a gigabyte of memory', phc('m=1048576,t=1,p=1')],
    ['a thousand passes', phc('m=19456,t=1000,p=1')],
    ['memory and passes that are bearable alone', phc('m=262144,t=16,p=1')],
    ['many lanes', phc('m=65536,t=1,p=64')],
    ['less memory than its lanes need', phc('m=8,t=1,p=4')],
    ['bcrypt of cost 15', bcryptOf('2b', '15')],
    ['bcrypt of cost 31', bcryptOf('2b', '31')],
    ['three million rounds of PBKDF2', `$pbkdf2-sha256$i=3000000$${SALT}$${DIGEST}`],
    ['three million rounds of Django', `pbkdf2_sha256$3000000$salt$${DIGEST}`],
    ['rounds that multiply by a long digest', `$pbkdf2-sha1$i=900000$${SALT}$${'A'.repeat(86)}`],
    ['a gigabyte of Firebase scrypt', FIREBASE.replace('m=14', 'm=20')],
    ['large blocks of Firebase scrypt', FIREBASE.replace('r=8', 'r=99')],
  ])('that would block all sign-ins is refused: %s', (_, hash) => {
    expect(isImportableHash(hash)).toBe(false)
  })

  it.each([
    'hunter2',
    '',
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '{SSHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=',
    bcryptOf('2x', '10'),
    bcryptOf('2b', '03'),
    bcryptOf('2b', '10').slice(0, -1),
    phc('m=19456,t=2,p=1').replace('argon2id', 'argon2i'),
    phc('m=19456,t=2,p=1').replace('v=19', 'v=16'),
    phc('m=19456,t=2,p=1,keyid=x'),
    phc('m=19456,t=0,p=1'),
    ` ${phc('m=19456,t=2,p=1')}`,
    `${phc('m=19456,t=2,p=1')}\n`,
    `$pbkdf2-md5$i=1000$${SALT}$${DIGEST}`,
    `$pbkdf2-sha256$i=0$${SALT}$${DIGEST}`,
    `$pbkdf2-sha256$i=1000$${SALT}$short`,
    `$pbkdf2-sha256$i=1000$${SALT}$${DIGEST}\n`,
    `pbkdf2_sha512$1000$salt$${DIGEST}`,
    `pbkdf2_sha256$1000$$${DIGEST}`,
    `pbkdf2_sha256$1000$sa lt$${DIGEST}`,
    `pbkdf2_sha256$1000$salt$short`,
    `pbkdf2_sha256$1000$salt$${DIGEST}\n`,
    FIREBASE.replace('m=14', 'm=0'),
    FIREBASE.replace('r=8', 'r=0'),
    FIREBASE.replace(/sk=[^$]+/, 'sk='),
    FIREBASE.slice(0, FIREBASE.lastIndexOf('$')),
    ` ${FIREBASE}`,
  ])('that is invalid or of another kind is refused: %j', (text) => {
    expect(isImportableHash(text)).toBe(false)
  })
})

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

  it.each([
    ['a gigabyte of memory', phc('m=1048576,t=1,p=1')],
    ['a thousand passes', phc('m=19456,t=1000,p=1')],
    ['memory and passes that are bearable alone', phc('m=262144,t=16,p=1')],
    ['many lanes', phc('m=65536,t=1,p=64')],
    ['less memory than its lanes need', phc('m=8,t=1,p=4')],
    ['bcrypt of cost 15', bcryptOf('2b', '15')],
    ['bcrypt of cost 31', bcryptOf('2b', '31')],
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
  ])('that is invalid or of another kind is refused: %j', (text) => {
    expect(isImportableHash(text)).toBe(false)
  })
})

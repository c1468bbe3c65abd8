import { execFileSync } from 'node:child_process'
import { pbkdf2Sync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashSync as argon2 } from '@node-rs/argon2'
import bcrypt from 'bcryptjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { verifyPassword } from '@/lib/identity/passwords/password-hash'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { validateRow } from '@/lib/users/import/validate-row'

const GUIDE = readFileSync('docs/migrate.md', 'utf8')
const PASSWORD = 'user1password'

beforeAll(() => void loadSettings({}))

/** Runs a script of the guide on files with these contents and returns the rows it prints. */
function convert(script: string, ...files: string[]): Record<string, unknown>[] {
  const folder = temporaryFolder()
  const [, program] = new RegExp(`\`\`\`js ${script}\\n([\\s\\S]*?)\\n\`\`\``).exec(GUIDE)!
  writeFileSync(join(folder, script), program!)
  files.forEach((text, i) => writeFileSync(join(folder, `${i}.json`), text))
  const names = files.map((_, i) => `${i}.json`)
  const output = execFileSync(process.execPath, [script, ...names], { cwd: folder })
  return output
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

/** The imported user of each row, which must be valid, and the password of each with a hash. */
async function importable(rows: Record<string, unknown>[]) {
  const users = rows.map((row) => {
    const result = validateRow(row)
    if (!result.ok) throw new Error(JSON.stringify(result))
    return result.user
  })
  for (const { passwordHash } of users)
    if (passwordHash !== null)
      expect(await verifyPassword(PASSWORD, passwordHash)).toMatchObject({ matches: true })
  return users.map(({ email, name, status, passwordHash }) => ({
    email,
    name,
    status,
    hashed: passwordHash !== null,
  }))
}

describe('the migration guide', () => {
  it('converts an export of Keycloak', async () => {
    const salt = Buffer.alloc(16, 7)
    const credential = (value: Buffer, data: object) => [
      {
        type: 'password',
        secretData: JSON.stringify({
          value: value.toString('base64'),
          salt: salt.toString('base64'),
          additionalParameters: {},
        }),
        credentialData: JSON.stringify(data),
      },
    ]
    const argon2id = { algorithm: 2, memoryCost: 7168, timeCost: 5, parallelism: 1, salt } as const
    const digest = argon2(PASSWORD, argon2id).split('$').at(-1)!
    const user = { emailVerified: true, enabled: true }
    const users = [
      {
        ...user,
        email: 'new@example.org',
        firstName: 'Grace',
        lastName: 'Hopper',
        credentials: credential(Buffer.from(digest, 'base64'), {
          hashIterations: 5,
          algorithm: 'argon2',
          additionalParameters: { memory: ['7168'], parallelism: ['1'], type: ['id'] },
        }),
      },
      {
        ...user,
        email: 'older@example.org',
        credentials: credential(pbkdf2Sync(PASSWORD, salt, 27_500, 64, 'sha256'), {
          hashIterations: 27_500,
          algorithm: 'pbkdf2-sha256',
        }),
      },
      {
        ...user,
        email: 'oldest@example.org',
        enabled: false,
        credentials: credential(pbkdf2Sync(PASSWORD, salt, 20_000, 64, 'sha1'), {
          hashIterations: 20_000,
          algorithm: 'pbkdf2',
        }),
      },
      { ...user, email: 'federated@example.org', emailVerified: false },
      { username: 'service-account-x', enabled: true },
    ]
    expect(await importable(convert('keycloak.mjs', JSON.stringify({ users })))).toEqual([
      { email: 'new@example.org', name: 'Grace Hopper', status: 'active', hashed: true },
      { email: 'older@example.org', name: null, status: 'active', hashed: true },
      { email: 'oldest@example.org', name: null, status: 'deactivated', hashed: true },
      { email: 'federated@example.org', name: null, status: 'pending', hashed: false },
    ])
  })

  it('converts an export of Auth0', async () => {
    const lines = [
      {
        _id: { $oid: '5a0b' },
        email: 'ada@example.org',
        name: 'ada@example.org',
        email_verified: true,
        passwordHash: bcrypt.hashSync(PASSWORD, 5),
      },
      { email: 'gone@example.org', name: 'Gone', email_verified: false, blocked: true },
    ]
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    expect(await importable(convert('auth0.mjs', `${text}\n`))).toEqual([
      { email: 'ada@example.org', name: null, status: 'active', hashed: true },
      { email: 'gone@example.org', name: 'Gone', status: 'deactivated', hashed: false },
    ])
  })

  it('converts an export of Firebase', async () => {
    const parameters = {
      base64_signer_key:
        'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
      base64_salt_separator: 'Bw==',
      rounds: 8,
      mem_cost: 14,
    }
    const users = [
      {
        localId: 'a',
        email: 'ada@example.org',
        emailVerified: true,
        displayName: 'Ada',
        salt: '42xEC+ixf3L2lw==',
        passwordHash:
          'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
      },
      { localId: 'b', email: 'off@example.org', emailVerified: true, disabled: true },
      { localId: 'c', phoneNumber: '+905551234567' },
    ]
    const rows = convert('firebase.mjs', JSON.stringify({ users }), JSON.stringify(parameters))
    expect(await importable(rows)).toEqual([
      { email: 'ada@example.org', name: 'Ada', status: 'active', hashed: true },
      { email: 'off@example.org', name: null, status: 'deactivated', hashed: false },
    ])
  })
})

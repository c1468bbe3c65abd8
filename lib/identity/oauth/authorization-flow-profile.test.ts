import { describe, expect, it } from 'vitest'
import { CATALOG } from '@/lib/config/providers/catalog'
import type { ProviderEntry } from '@/lib/config/providers/define-provider'
import type { ProviderClaims } from '@/lib/config/providers/email-proof'
import { githubProfile } from '@/lib/config/providers/github'
import { readProfile } from '@/lib/identity/oauth/authorization-flow'

const entries = Object.entries(CATALOG)
const pathsOf = ({ protocol, profile }: ProviderEntry) => ({
  subject: protocol === 'oidc' ? 'sub' : 'id',
  email: 'email',
  name: 'name',
  ...profile,
})
const read = (entry: ProviderEntry, said: ProviderClaims) =>
  readProfile(said, { profile: pathsOf(entry), emailProof: entry.emailProof })

/** A response with these values at these paths. */
function said(values: Record<string, unknown>): ProviderClaims {
  const root: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.')
    let at = root
    for (const key of keys.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>
    at[keys.at(-1)!] = value
  }
  return root
}
const first = (paths: string) => paths.split('|')[0]!
const somebody = (entry: ProviderEntry) => {
  const { subject, email } = pathsOf(entry)
  return { [first(subject)]: 'S-1', [first(email)]: 'ann@example.com' }
}

/**
 * What each provider returns for a verified address: everything that its documentation requires.
 */
const PROVES: Record<string, Record<string, unknown>> = {
  discord: { verified: true },
  eventbrite: { 'emails.0.primary': true, 'emails.0.verified': true },
  gitlab: { confirmed_at: '2026-01-02T03:04:05.000Z' },
  kakao: { 'kakao_account.is_email_valid': true, 'kakao_account.is_email_verified': true },
  patreon: { 'data.attributes.is_email_verified': true },
  wikimedia: { confirmed_email: true },
}
for (const id of [
  ...['google', 'apple', 'linkedin', 'slack', 'twitch', 'huggingface', 'simplelogin', 'vipps'],
  ...['dropbox', 'wordpress', 'mattermost', 'descope'],
  // A self-hosted address, trusted by the operator who configures it.
  ...[
    'keycloak',
    'asgardeo',
    'auth0',
    'authentik',
    'beyondidentity',
    'cognito',
    'duende-identity-server6',
  ],
  ...[
    'frontegg',
    'fusionauth',
    'identity-server4',
    'kinde',
    'logto',
    'okta',
    'onelogin',
    'ory-hydra',
  ],
  ...['passage', 'ping-id', 'united-effects', 'zitadel'],
])
  PROVES[id] = { email_verified: true }
const EVERYTHING = Object.assign({}, ...Object.values(PROVES)) as Record<string, unknown>
const WORD_COUNTS = ['apple', 'cognito']
/** Values that must not count as true. */
const LOOKALIKES = [false, null, undefined, '', 0, 'yes', 'True', ' true', [true], { value: true }]

describe('an address is verified', () => {
  it.each(Object.entries(PROVES))(
    'by %s only with exactly what it returns for a verified one',
    (id, proof) => {
      const entry = CATALOG[id]!
      expect(read(entry, said({ ...somebody(entry), ...proof }))).toMatchObject({
        subject: 'S-1',
        email: 'ann@example.com',
        emailVerified: true,
      })
      for (const field of Object.keys(proof)) {
        const word = id === 'gitlab' ? 'never' : 'true'
        const wrong = [...LOOKALIKES, 1, ...(WORD_COUNTS.includes(id) ? [] : [word])]
        for (const value of wrong) {
          const raw = said({ ...somebody(entry), ...proof, [field]: value })
          expect(read(entry, raw).emailVerified, `${field}: ${JSON.stringify(value)}`).toBe(false)
        }
      }
    },
  )

  it.each(WORD_COUNTS)('by %s also with the string "true", as documented', (id) => {
    const entry = CATALOG[id]!
    expect(read(entry, said({ ...somebody(entry), email_verified: 'true' })).emailVerified).toBe(
      true,
    )
  })

  it.each(entries.filter(([id]) => !(id in PROVES) && id !== 'github'))(
    'never by %s, whatever it returns',
    (_, entry) => {
      const raw = said({
        xms_edov: true,
        verified_primary_email: ['ann@example.com'],
        ...EVERYTHING,
        ...somebody(entry),
      })
      expect(read(entry, raw).emailVerified).toBe(false)
    },
  )

  it('by no provider if there is no address', () => {
    for (const [id, entry] of entries) {
      if (id === 'github') continue
      const { [first(pathsOf(entry).email)]: _, ...rest } = { ...somebody(entry), ...PROVES[id] }
      const without = id === 'eventbrite' ? { ...rest, 'emails.0.email': null } : rest
      expect(read(entry, said(without))).toMatchObject({ email: null, emailVerified: false })
    }
  })

  it('not by inherited properties', () => {
    const raw = Object.create({ email_verified: true }) as Record<string, unknown>
    Object.assign(raw, { sub: 'S-1', email: 'ann@example.com' })
    expect(read(CATALOG.google!, raw).emailVerified).toBe(false)
  })
})

describe('the account', () => {
  const nobody = [
    undefined,
    null,
    '',
    0,
    -1,
    1.5,
    Number.MAX_SAFE_INTEGER + 2,
    true,
    {},
    ['S-1'],
    Number.NaN,
  ]

  it.each(entries.filter(([id]) => id !== 'github'))(
    'of %s is the one it names, and never made up',
    (_, entry) => {
      const at = first(pathsOf(entry).subject)
      expect(read(entry, said({ [at]: 1001 })).subject).toBe('1001')
      for (const value of nobody)
        expect(() =>
          read(entry, said({ ...EVERYTHING, email: 'ann@example.com', [at]: value })),
        ).toThrow('the response contains no account ID')
    },
  )

  /** The response that these definitions' functions get is a part of what we read. */
  const PARTS: Record<string, string> = {
    nextcloud: 'ocs.data.',
    notion: 'bot.owner.user.',
    todoist: 'user.',
    vk: 'response.0.',
  }
  /**
   * Deliberately different (see the catalog), or theirs fetch (GitHub, Entra), search (Eventbrite)
   * or prefer a sub (GitLab).
   */
  const DIFFERS = [
    'github',
    'gitlab',
    'azure-ad',
    'microsoft-entra-id',
    'pinterest',
    'trakt',
    'wechat',
    'eventbrite',
  ]

  it.each(entries.filter(([id]) => !DIFFERS.includes(id)))(
    'of %s is read where its definition reads it',
    async (id, entry) => {
      const found = (await import(`next-auth/providers/${id}`)) as {
        default: (options: object) => { profile?: (raw: unknown) => unknown }
      }
      const { profile } = found.default({ issuer: 'https://id.example.com' })
      if (!profile) return
      const part = PARTS[id] ?? ''
      const values = Object.fromEntries(
        Object.entries(somebody(entry)).map(([path, value]) => [path.replace(part, ''), value]),
      )
      const made = (await profile(echo(values))) as { id: unknown; email?: unknown }
      expect(made.id).toBe('S-1')
      if (typeof made.email === 'string' && id !== 'vk') expect(made.email).toBe('ann@example.com')
    },
  )
})

describe('a name', () => {
  it.each([
    ['zoom', { first_name: 'Ann', last_name: 'Lee' }, 'Ann Lee'],
    ['zoom', { last_name: 'Lee' }, 'Lee'],
    ['discord', { username: 'ann' }, 'ann'],
    ['discord', { username: 'ann', global_name: 'Ann' }, 'Ann'],
    ['facebook', {}, null],
    ['facebook', { name: 7 }, null],
  ])('of %s from %j is %s', (id, values, name) => {
    const entry = CATALOG[id]!
    expect(read(entry, said({ ...somebody(entry), ...values })).name).toBe(name)
  })
})

describe('GitHub', () => {
  const user = { id: 1001, login: 'ann', name: null, email: 'public@example.com' }
  const answers =
    (emails: unknown, me: unknown = user) =>
    (address: string) =>
      Promise.resolve(address.endsWith('/emails') ? emails : me)
  const address = (primary: unknown, verified: unknown) => ({
    email: 'ann@example.com',
    primary,
    verified,
  })

  it('verifies the primary and verified address, never the public one', async () => {
    expect(await githubProfile.read(answers([address(true, true)]), '/user')).toEqual({
      subject: '1001',
      email: 'ann@example.com',
      emailVerified: true,
      name: 'ann',
    })
    for (const verified of [false, undefined, 'true', 1])
      expect(await githubProfile.read(answers([address(true, verified)]), '/user')).toMatchObject({
        email: 'ann@example.com',
        emailVerified: false,
      })
    for (const other of [address(false, true), address('true', 'true'), address(1, 1)])
      expect(await githubProfile.read(answers([other]), '/user')).toMatchObject({
        email: null,
        emailVerified: false,
      })
  })
})

/** A response with these values, and something harmless wherever else a definition looks. */
function echo(values: Record<string, unknown>, path = ''): unknown {
  const target = () => echo({}, '?')
  return new Proxy(target, {
    get: (_, key) => {
      if (key === Symbol.toPrimitive) return () => ''
      if (key === 'then' || typeof key === 'symbol') return undefined
      const at = path ? `${path}.${key}` : key
      return at in values ? values[at] : echo(values, at)
    },
  })
}

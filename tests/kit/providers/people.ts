import type { Person } from '@/tests/kit/providers/dialect'
import type { StandInId } from '@/tests/kit/providers/all-providers'

/** Changes to the user who signs in, with a description. */
type Case = [what: string, changes: Person]

/** What the service should make of a provider and of its own user. */
export interface Expected {
  protocol: 'oidc' | 'oauth'
  scopes: string[]
  pkce: boolean
  nonce: boolean
  /** Where the client authenticates at the token endpoint. */
  clientAuth: 'header' | 'body'
  subject: string
  name: string | null
  /** Whether the user's address counts as verified. */
  proven: boolean
  unproven: Case[]
  withoutAddress: Person
}

const OPENID = ['openid', 'profile', 'email']

/** Only the value `true` verifies an address, never a merely truthy one. */
const flag = (name: string): Case[] =>
  [false, undefined, 'true', 1].map((value) => [
    `${name}: ${value === undefined ? 'missing' : JSON.stringify(value)}`,
    { [name]: value },
  ])

const openId: Omit<Expected, 'subject' | 'name'> = {
  protocol: 'oidc',
  scopes: OPENID,
  pkce: true,
  nonce: true,
  clientAuth: 'header',
  proven: true,
  unproven: flag('email_verified'),
  withoutAddress: { email: undefined },
}

const oauth: Omit<Expected, 'subject' | 'name' | 'scopes' | 'unproven'> = {
  protocol: 'oauth',
  pkce: true,
  nonce: false,
  clientAuth: 'header',
  proven: true,
  withoutAddress: { email: undefined },
}

export const EXPECTED: Record<StandInId, Expected> = {
  google: { ...openId, subject: 'g-1', name: 'Ann' },
  github: {
    ...oauth,
    scopes: ['read:user', 'user:email'],
    clientAuth: 'body',
    subject: '1001',
    name: 'Ann',
    unproven: [
      [
        'another address is verified, the primary one is not',
        {
          emails: [
            { email: 'ann@example.com', primary: true, verified: false },
            { email: 'other@example.com', primary: false, verified: true },
          ],
        },
      ],
      [
        '"verified" as a word',
        { emails: [{ email: 'ann@example.com', primary: true, verified: 'true' }] },
      ],
    ],
    // The public profile has no address.
    withoutAddress: { email: 'ann@example.com', emails: [] },
  },
  'microsoft-entra-id': {
    ...openId,
    subject: '72f988bf-86f1-41af-91ab-2d7cd011db47/AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
    name: 'Ann',
    proven: false,
    unproven: [
      ['nothing says that it is', {}],
      ['email_verified: true', { email_verified: true }],
      ['email_verified: "true"', { email_verified: 'true' }],
      ['xms_edov: true', { xms_edov: true }],
      ['verified_primary_email', { verified_primary_email: ['ann@example.com'] }],
    ],
  },
  apple: {
    ...openId,
    scopes: ['name', 'email'],
    pkce: false,
    clientAuth: 'body',
    subject: '000792.d71059495fa24644b94e4a644e2e3b4a.0638',
    // The name comes in a form field that is not signed.
    name: null,
    unproven: ['false', false, undefined, 'TRUE', 1].map((value) => [
      `email_verified: ${value === undefined ? 'missing' : JSON.stringify(value)}`,
      { email_verified: value },
    ]),
  },
  gitlab: {
    ...oauth,
    scopes: ['read_user'],
    subject: '4242',
    name: 'Ann',
    unproven: [null, undefined, true, 'soon', 'pending 2', '0'].map((value) => [
      `confirmed_at: ${value === undefined ? 'missing' : JSON.stringify(value)}`,
      { confirmed_at: value },
    ]),
  },
  discord: {
    ...oauth,
    scopes: ['identify', 'email'],
    subject: '80351110224678912',
    name: 'Ann',
    unproven: flag('verified'),
    withoutAddress: { email: null },
  },
  facebook: {
    ...oauth,
    scopes: ['email'],
    subject: '10223456789012345',
    name: 'Ann',
    proven: false,
    unproven: [
      ['nothing says that it is', {}],
      ['email_verified: true', { email_verified: true }],
      ['verified: true', { verified: true }],
    ],
  },
  linkedin: {
    ...openId,
    pkce: false,
    nonce: false,
    clientAuth: 'body',
    subject: '782bbtaQ',
    name: 'Ann',
  },
  slack: { ...openId, pkce: false, subject: 'U0R7JM', name: 'Ann' },
  keycloak: { ...openId, subject: 'f3a1c8de-6f0f-4b7e-9d4c-0f7c3f5d9b21', name: 'Ann' },
}

/** Users without an identity: the subject is missing, empty, or cannot be stored unchanged. */
export function nobodyAt(id: StandInId): Case[] {
  if (EXPECTED[id].protocol === 'oidc') {
    // Google's stand-in is a real provider: it signs no one in without a subject.
    const absent = id === 'google' ? [] : [undefined, '']
    return [...absent, 'g\u0000', 'g\ud800', 'ğ', 'g'.repeat(256)].map((sub) => [
      `sub: ${JSON.stringify(sub)}`,
      { sub },
    ])
  }
  const ids = [undefined, null, '', {}, [], true, 0, -1, 1.5, Number.MAX_SAFE_INTEGER + 2]
  return ids.map((value) => [`id: ${JSON.stringify(value)}`, { id: value }])
}

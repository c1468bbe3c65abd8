import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { neededBy, settingName } from '@/lib/config/provider-names'
import { loadSettings } from '@/lib/config/settings'
import { CATALOG } from '@/lib/external/catalog'
import type { CatalogEntry } from '@/lib/external/catalog-entry'

/** In the package, and no providers that a browser is sent to: mail senders, passwords, passkeys, types. */
const NO_REDIRECT = [
  ...['email', 'forwardemail', 'loops', 'mailgun', 'nodemailer', 'postmark', 'resend', 'sendgrid'],
  ...['credentials', 'passkey', 'webauthn', 'index', 'oauth', 'provider-types'],
]
const entries = Object.entries(CATALOG)

interface Definition {
  id: string
  type: string
  issuer?: string
  authorization?: unknown
  profile?: (said: unknown) => unknown
  options?: { issuer?: string }
}
const definition = async (id: string) => {
  const module = (await import(`next-auth/providers/${id}`)) as { default: (options: object) => Definition }
  return module.default({ clientId: 'client', clientSecret: 'secret', issuer: undefined, accountID: '1' })
}

describe('the catalog', () => {
  it('declares every redirect provider of the package, so that an upgrade that brings another fails here', () => {
    const inPackage = readdirSync('node_modules/@auth/core/providers')
      .filter((file) => file.endsWith('.js'))
      .map((file) => file.slice(0, -'.js'.length))
    expect(Object.keys(CATALOG).sort()).toEqual(inPackage.filter((id) => !NO_REDIRECT.includes(id)).sort())
    expect(entries).toHaveLength(93)
  })

  it('has labels that tell providers apart, and no two ids of one setting', () => {
    const labels = entries.map(([, { label }]) => label)
    expect(new Set(labels).size).toBe(labels.length)
    const names = entries.map(([id]) => settingName(id))
    expect(new Set(names).size).toBe(names.length)
  })
})

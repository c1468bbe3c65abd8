import { CATALOG, entryOf } from '@/lib/config/providers/catalog'
import type { CatalogEntry } from '@/lib/config/providers/catalog-entry'

/**
 * What a provider that is not in the catalog can be told: it is an OpenID provider, known by its
 * issuer.
 */
const CUSTOM_SUFFIXES = ['CLIENT_ID', 'CLIENT_SECRET', 'ISSUER', 'LABEL', 'SCOPES']
const KEY_SUFFIXES = ['TEAM_ID', 'KEY_ID', 'PRIVATE_KEY']
const EXTRA_SUFFIXES = [
  'ACCOUNT_ID',
  'API_KEY',
  'CONNECTION',
  'PLATFORM_TYPE',
  'TENANT_ID',
  'USERINFO_URL',
]
const SUFFIXES = [...CUSTOM_SUFFIXES, 'BASE_URL', ...KEY_SUFFIXES, ...EXTRA_SUFFIXES]
const FORM = new RegExp(`^OAUTH_([A-Z0-9]+(?:_[A-Z0-9]+)*?)_(${SUFFIXES.join('|')})$`)

/**
 * Taken: OAUTH_APP_REDIRECT_URIS, OAUTH_CALLBACK_BASE_URL, and the address
 * /api/v1/auth/oauth/token.
 */
export const RESERVED_NAMES = ['APP', 'CALLBACK', 'TOKEN']

/**
 * `OAUTH_42_SCHOOL_CLIENT_ID` taken apart: the name as settings spell it, the id as addresses do,
 * and what is set.
 */
export function readProviderName(
  variable: string,
): { name: string; id: string; suffix: string } | null {
  const [, name, suffix] = FORM.exec(variable) ?? []
  return name && suffix ? { name, suffix, id: name.toLowerCase().replaceAll('_', '-') } : null
}

/** The variables that a provider of the catalog takes, without the prefix OAUTH_<NAME>_. */
export function suffixesOf(entry: CatalogEntry | null): string[] {
  if (!entry) return CUSTOM_SUFFIXES
  const extras = [...(entry.needs ?? []), ...(entry.takes ?? [])]
  const where = entry.protocol === 'oidc' || extras.includes('ISSUER') ? 'ISSUER' : 'BASE_URL'
  return [...new Set([...credentialsOf(entry), ...extras, where, 'LABEL', 'SCOPES'])]
}

/** The variables without which a provider cannot be switched on. */
export function neededBy(entry: CatalogEntry | null): string[] {
  if (!entry) return ['CLIENT_ID', 'CLIENT_SECRET', 'ISSUER']
  return [...credentialsOf(entry), ...(entry.needs ?? [])]
}

/** The variables that say who we are there: any of them means that the provider is to be on. */
export function credentialsOf(entry: CatalogEntry | null): string[] {
  return entry?.clientAuth === 'signed'
    ? ['CLIENT_ID', ...KEY_SUFFIXES]
    : ['CLIENT_ID', 'CLIENT_SECRET']
}

/** `microsoft-entra-id` as settings spell it: MICROSOFT_ENTRA_ID. */
export const settingName = (id: string) => id.toUpperCase().replaceAll('-', '_')

/** The names of the catalog's providers as settings spell them. */
export const catalogNames: readonly string[] = Object.keys(CATALOG).map(settingName)

/** Every variable that the catalog's providers take. */
export const catalogVariables: readonly string[] = Object.entries(CATALOG).flatMap(([id, entry]) =>
  suffixesOf(entry).map((suffix) => `OAUTH_${settingName(id)}_${suffix}`),
)

const ORDER = Object.keys(CATALOG)

/** The catalog's order, then the others by name. */
export function providerOrder(a: { id: string }, b: { id: string }): number {
  const place = (id: string) => (entryOf(id) ? ORDER.indexOf(id) : ORDER.length)
  return place(a.id) - place(b.id) || a.id.localeCompare(b.id)
}

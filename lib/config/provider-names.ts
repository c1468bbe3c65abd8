import { CATALOG, entryOf } from '@/lib/config/providers/catalog'
import type { ProviderEntry } from '@/lib/config/providers/define-provider'

/**
 * The settings of a provider that is not in the catalog: an OpenID provider, identified by its
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
 * Reserved by OAUTH_APP_REDIRECT_URIS, OAUTH_CALLBACK_BASE_URL and the path
 * /api/v1/auth/oauth/token.
 */
export const RESERVED_NAMES = ['APP', 'CALLBACK', 'TOKEN']

/**
 * Parses `OAUTH_42_SCHOOL_CLIENT_ID` into the name as written in settings, the id used in URLs, and
 * the suffix.
 */
export function readProviderName(
  variable: string,
): { name: string; id: string; suffix: string } | null {
  const [, name, suffix] = FORM.exec(variable) ?? []
  return name && suffix ? { name, suffix, id: name.toLowerCase().replaceAll('_', '-') } : null
}

/** The variables of a catalog provider, without the prefix OAUTH_<NAME>_. */
export function suffixesOf(entry: ProviderEntry | null): string[] {
  if (!entry) return CUSTOM_SUFFIXES
  const extras = [...(entry.requiredSettings ?? []), ...(entry.optionalSettings ?? [])]
  const where = entry.protocol === 'oidc' || extras.includes('ISSUER') ? 'ISSUER' : 'BASE_URL'
  return [...new Set([...credentialsOf(entry), ...extras, where, 'LABEL', 'SCOPES'])]
}

/** The variables required to enable a provider. */
export function neededBy(entry: ProviderEntry | null): string[] {
  if (!entry) return ['CLIENT_ID', 'CLIENT_SECRET', 'ISSUER']
  return [...credentialsOf(entry), ...(entry.requiredSettings ?? [])]
}

/**
 * The variables that identify us to the provider. Setting any of them means that the provider is to
 * be enabled.
 */
export function credentialsOf(entry: ProviderEntry | null): string[] {
  return entry?.clientAuth === 'signed'
    ? ['CLIENT_ID', ...KEY_SUFFIXES]
    : ['CLIENT_ID', 'CLIENT_SECRET']
}

/** `microsoft-entra-id` in settings: MICROSOFT_ENTRA_ID. */
export const settingName = (id: string) => id.toUpperCase().replaceAll('-', '_')

/** The catalog's providers, by their names in settings. */
export const catalogNames: readonly string[] = Object.keys(CATALOG).map(settingName)

/** Every variable of the catalog's providers. */
export const catalogVariables: readonly string[] = Object.entries(CATALOG).flatMap(([id, entry]) =>
  suffixesOf(entry).map((suffix) => `OAUTH_${settingName(id)}_${suffix}`),
)

const ORDER = Object.keys(CATALOG)

/** Sorts the catalog's providers first, in its order, then the others by name. */
export function providerOrder(a: { id: string }, b: { id: string }): number {
  const place = (id: string) => (entryOf(id) ? ORDER.indexOf(id) : ORDER.length)
  return place(a.id) - place(b.id) || a.id.localeCompare(b.id)
}

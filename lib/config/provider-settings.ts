import { createPrivateKey } from 'node:crypto'
import {
  catalogNames,
  credentialsOf,
  neededBy,
  providerOrder,
  readProviderName,
  RESERVED_NAMES,
  suffixesOf,
} from '@/lib/config/provider-names'
import { entryOf } from '@/lib/config/providers/catalog'
import { isClear, webUrl } from '@/lib/config/setting-formats'
import { nearestName } from '@/lib/config/unknown-settings'

/** An enabled provider. */
export interface ProviderSettings {
  /** As used in URLs and the database. */
  id: string
  label: string
  clientId: string
  /** Empty if the secret is signed with a key. */
  clientSecret: string
  /** Apple's key for signing the secret. */
  signingKey: { teamId: string; keyId: string; privateKey: string } | null
  /**
   * Compared exactly as written (OpenID Connect Core 1.0 §3.1.3.7). Null for the definition's
   * issuer.
   */
  issuer: string | null
  /** Replaces the origins of the definition's URLs; without a trailing slash. */
  baseUrl: string | null
  scopes: string | null
  /** Further values the definition needs, by setting: ACCOUNT_ID, CONNECTION … */
  extras: Readonly<Record<string, string>>
}

interface Group {
  name: string
  id: string
  values: Map<string, string>
}

const MAX_LABEL = 40
const MAX_NAME = 40

/**
 * Reads OAUTH_<NAME>_… for every provider of the catalog and every other OpenID provider. Returns
 * the enabled ones, and a sentence for each setting that is missing or invalid. No sentence
 * contains a value.
 */
export function readProviders(source: Record<string, string | undefined>): {
  providers: ProviderSettings[]
  faults: string[]
} {
  const groups = groupsOf(source)
  const faults = groups.flatMap(faultsOf)
  if (faults.length > 0) return { providers: [], faults }
  const on = groups.filter((group) => isWanted(group))
  return { providers: on.map(toProvider).sort(providerOrder), faults: [] }
}

function groupsOf(source: Record<string, string | undefined>): Group[] {
  const groups = new Map<string, Group>()
  for (const [variable, value] of Object.entries(source)) {
    const read = readProviderName(variable)
    if (!read || !value?.trim() || !suffixesOf(entryOf(read.id)).includes(read.suffix)) continue
    const { name, id, suffix } = read
    const group = groups.get(id) ?? { name, id, values: new Map<string, string>() }
    group.values.set(suffix, value.trim())
    groups.set(id, group)
  }
  return [...groups.values()]
}

/**
 * Whether a provider is to be enabled. A catalog provider may have an issuer or a label set before
 * its credentials.
 */
function isWanted({ id, values }: Group): boolean {
  const entry = entryOf(id)
  return entry === null || credentialsOf(entry).some((suffix) => values.has(suffix))
}

function faultsOf(group: Group): string[] {
  const { name, id, values } = group
  const variable = (suffix: string) => `OAUTH_${name}_${suffix}`
  const [given = ''] = values.keys()
  if (RESERVED_NAMES.includes(name))
    return [`${variable(given)}: a provider cannot be named ${name}`]
  if (name.length > MAX_NAME)
    return [`${variable(given)}: a provider's name has at most ${MAX_NAME} characters`]
  const entry = entryOf(id)
  if (!entry && !values.has('ISSUER')) {
    const meant = nearestName(name, catalogNames)
    const hint = meant ? `did you mean ${meant}? Any` : 'any'
    return [
      `${variable(given)} names no provider of the catalog; ${hint} other OpenID provider needs ${variable('ISSUER')}`,
    ]
  }
  return [...missingFaults(group), ...valueFaults(group)]
}

function missingFaults(group: Group): string[] {
  if (!isWanted(group)) return []
  const { name, id, values } = group
  const entry = entryOf(id)
  const missing = neededBy(entry).filter((suffix) => !values.has(suffix))
  if (missing.length === 0) return []
  const all = (suffixes: string[]) => list(suffixes.map((suffix) => `OAUTH_${name}_${suffix}`))
  const credentials = credentialsOf(entry)
  const lacking = credentials.filter((suffix) => missing.includes(suffix))
  if (lacking.length > 0 && lacking.length < credentials.length)
    return [`${all(credentials)} go together`]
  return [`${all(missing)} must be set to sign in with ${entry?.label ?? name}`]
}

function valueFaults({ name, id, values }: Group): string[] {
  const faults: string[] = []
  const check = (suffix: string, fault: (value: string) => string | null) => {
    const value = values.get(suffix)
    const found = value === undefined ? null : fault(value)
    if (found) faults.push(`OAUTH_${name}_${suffix} ${found}`)
  }
  // These receive secrets and identities, so plain http is only allowed on this machine.
  for (const suffix of ['ISSUER', 'BASE_URL'])
    check(suffix, (value) =>
      !webUrl.safeParse(value).success
        ? 'is not an http(s) address'
        : isClear(value)
          ? 'must be https'
          : null,
    )
  // With a discovery URL here, the issuer in that document would be accepted unchecked.
  check('ISSUER', (value) =>
    value.includes('/.well-known/')
      ? 'must be the issuer, not the address of its discovery document'
      : null,
  )
  check('USERINFO_URL', (value) =>
    !URL.canParse(value) ? 'is not an http(s) address' : isClear(value) ? 'must be https' : null,
  )
  check('PRIVATE_KEY', (value) =>
    isSigningKey(value) ? null : 'is not a P-256 private key in PEM',
  )
  check('LABEL', (value) =>
    value.length > MAX_LABEL || /\p{C}/u.test(value)
      ? `has more than ${MAX_LABEL} characters, or one that can't be seen`
      : null,
  )
  check('SCOPES', (value) =>
    /^[\x21-\x7e ]+$/.test(value) ? null : 'has characters that no scope has',
  )
  const openId = entryOf(id)?.protocol !== 'oauth'
  check('SCOPES', (value) =>
    openId && !value.split(' ').includes('openid') ? 'must contain openid' : null,
  )
  return faults
}

function isSigningKey(value: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem(value))
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

/** Environment files often cannot contain line breaks, so `\n` stands for one. */
const pem = (value: string) => `${value.replaceAll('\\n', '\n').trim()}\n`

function toProvider({ id, values }: Group): ProviderSettings {
  const entry = entryOf(id)
  const {
    CLIENT_ID,
    CLIENT_SECRET,
    TEAM_ID,
    KEY_ID,
    PRIVATE_KEY,
    ISSUER,
    BASE_URL,
    LABEL,
    SCOPES,
    ...extras
  } = Object.fromEntries(values) as Record<string, string | undefined>
  return {
    id,
    label: LABEL ?? entry?.label ?? id,
    clientId: CLIENT_ID ?? '',
    clientSecret: CLIENT_SECRET ?? '',
    signingKey:
      TEAM_ID && KEY_ID && PRIVATE_KEY
        ? { teamId: TEAM_ID, keyId: KEY_ID, privateKey: pem(PRIVATE_KEY) }
        : null,
    issuer: ISSUER ?? null,
    baseUrl: BASE_URL?.replace(/\/+$/, '') ?? null,
    scopes: SCOPES ?? null,
    extras: extras as Record<string, string>,
  }
}

function list(names: string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join()
}

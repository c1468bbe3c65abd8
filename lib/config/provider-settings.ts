import { createPrivateKey } from 'node:crypto'
import { webUrl } from '@/lib/config/env'
import { isClear } from '@/lib/config/environment-rules'
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
import { nearestName } from '@/lib/config/unknown-settings'

/** A provider that is switched on. */
export interface ProviderSettings {
  /** As addresses and the database hold it. */
  id: string
  label: string
  clientId: string
  /** Empty where a key signs the secret. */
  clientSecret: string
  /** Apple's: what the secret is signed with. */
  signingKey: { teamId: string; keyId: string; privateKey: string } | null
  /**
   * Compared as it was written (OpenID Connect Core 1.0 §3.1.3.7). Null: that of the definition.
   */
  issuer: string | null
  /** What stands in for the origins of the definition's addresses, without a slash at the end. */
  baseUrl: string | null
  scopes: string | null
  /** What else the definition wants to know, by setting: ACCOUNT_ID, CONNECTION … */
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
 * those that are switched on, and a sentence for each thing that is missing or wrong; values are
 * never part of one.
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
 * Who is to be on. A provider of the catalog may have an issuer or a label waiting for its
 * credentials.
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
  // Secrets and identities travel there: in the clear only on this machine.
  for (const suffix of ['ISSUER', 'BASE_URL'])
    check(suffix, (value) =>
      !webUrl.safeParse(value).success
        ? 'is not an http(s) address'
        : isClear(value)
          ? 'must be https'
          : null,
    )
  // From there the issuer that the document names would be taken as it is.
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
      ? `has more than ${MAX_LABEL} characters, or odd ones`
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

/** Environment files often cannot hold line breaks: `\n` stands for one. */
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

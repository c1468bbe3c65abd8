import { environmentNames } from '@/lib/config/env'
import { entryOf } from '@/lib/external/catalog'
import { nearestName } from '@/lib/config/nearest-name'
import { catalogVariables, readProviderName, suffixesOf } from '@/lib/config/provider-names'

/** Prefixes of this service's settings, and those that people may expect it to have. */
const PREFIXES = new Set([
  ...environmentNames.filter((name) => name.includes('_')).map((name) => name.split('_', 1)[0]!),
  'STRIPE',
])
/** Set by Kubernetes for every service in the namespace, such as one named `redis`. */
const KUBERNETES = { name: /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/, value: /^(?:tcp|udp):\/\// }

/**
 * One line for each variable that looks like a setting of this service and is none, with the setting that was probably meant.
 * A misspelled setting would otherwise be ignored without a word. Values are never part of a line.
 */
export function unknownSettings(source: Record<string, string | undefined>): string[] {
  const known = new Set(environmentNames)
  return Object.entries(source)
    .filter(
      ([name, value]) =>
        value?.trim() && !known.has(name) && !isProviderSetting(name) && looksLikeOurs(name, value),
    )
    .map(([name]) => lineAbout(name))
    .sort()
}

function looksLikeOurs(name: string, value: string): boolean {
  const [prefix = '', ...rest] = name.split('_')
  if (rest.length === 0 || !PREFIXES.has(prefix)) return false
  return !KUBERNETES.name.test(name) && !KUBERNETES.value.test(value)
}

function lineAbout(name: string): string {
  const read = readProviderName(name)
  const entry = read && entryOf(read.id)
  if (entry)
    return `${name} is not a setting of ${entry.label} and is ignored; it takes ${suffixesOf(entry).join(', ')}`
  const meant = nearestName(name, [...environmentNames, ...catalogVariables])
  return `${name} is not a setting and is ignored${meant ? `; did you mean ${meant}?` : ''}`
}

/** Whether a variable configures a provider, of the catalog or not. */
function isProviderSetting(name: string): boolean {
  const read = readProviderName(name)
  return read !== null && suffixesOf(entryOf(read.id)).includes(read.suffix)
}

import { environmentNames } from '@/lib/config/env'
import { catalogVariables, readProviderName, suffixesOf } from '@/lib/config/provider-names'
import { entryOf } from '@/lib/config/providers/catalog'

const LONGEST_COMPARED = 64

/** The candidate with the fewest edits; null if it takes so many that it is a different word. */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  if (name.length > LONGEST_COMPARED) return null
  const byDistance = candidates
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)
  const [best] = byDistance
  return best && best.distance < name.length / 2 ? best.candidate : null
}

/**
 * How many characters to insert, delete or replace to turn one text into the other (Levenshtein).
 */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length]!
}

/** Prefixes of this service's settings, and those that operators may expect it to have. */
const PREFIXES = new Set([
  ...environmentNames.filter((name) => name.includes('_')).map((name) => name.split('_', 1)[0]!),
  'STRIPE',
])
// OpenTelemetry defines many more variables than this service declares.
PREFIXES.delete('OTEL')
/** Set by Kubernetes for every service in the namespace, such as one named `redis`. */
const KUBERNETES = {
  name: /_SERVICE_(?:HOST|PORT)|_PORT_\d+_(?:TCP|UDP)/,
  value: /^(?:tcp|udp):\/\//,
}

/**
 * One line for each variable that looks like a setting of this service but isn't one, with the
 * setting that was probably meant. A misspelled setting would otherwise be ignored silently. No
 * line contains a value.
 */
export function unknownSettings(source: Record<string, string | undefined>): string[] {
  const known = new Set<string>(environmentNames)
  return Object.entries(source)
    .filter(
      ([name, value]) =>
        value?.trim() &&
        !known.has(name) &&
        !isProviderSetting(name) &&
        looksLikeSetting(name, value),
    )
    .map(([name]) => lineAbout(name))
    .sort()
}

function looksLikeSetting(name: string, value: string): boolean {
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

/** Whether a variable configures a provider, in the catalog or not. */
function isProviderSetting(name: string): boolean {
  const read = readProviderName(name)
  return read !== null && suffixesOf(entryOf(read.id)).includes(read.suffix)
}

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

const settingNames = [...environmentNames, ...catalogVariables]

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
  if (rest.length === 0 || !(PREFIXES.has(prefix) || mistypedSetting(name))) return false
  return !KUBERNETES.name.test(name) && !KUBERNETES.value.test(value)
}

/** The setting that a name is one typing mistake away from, or that it is in other letter case. */
function mistypedSetting(name: string): string | null {
  const upper = name.toUpperCase()
  return settingNames.find((setting) => isOneMistakeApart(upper, setting)) ?? null
}

/** In shorter names, another character makes another word: SFTP_URL is not a mistyped SMTP_URL. */
const MIN_LENGTH_OF_WRONG_CHARACTER = 12

/** Whether one character is missing, extra, or wrong, or two are swapped; or nothing differs. */
function isOneMistakeApart(name: string, setting: string): boolean {
  if (Math.abs(name.length - setting.length) > 1) return false
  let start = 0
  while (start < name.length && name[start] === setting[start]) start++
  let [end, settingEnd] = [name.length, setting.length]
  while (end > start && settingEnd > start && name[end - 1] === setting[settingEnd - 1]) {
    end--
    settingEnd--
  }
  const [typed, meant] = [name.slice(start, end), setting.slice(start, settingEnd)]
  if (typed.length + meant.length <= 1) return true
  if (typed.length === 1) return setting.length >= MIN_LENGTH_OF_WRONG_CHARACTER
  return typed.length === 2 && typed === meant[1]! + meant[0]!
}

function lineAbout(name: string): string {
  const read = readProviderName(name)
  const entry = read && entryOf(read.id)
  if (entry)
    return `${name} is not a setting of ${entry.label} and is ignored; it takes ${suffixesOf(entry).join(', ')}`
  const meant = mistypedSetting(name) ?? nearestName(name, settingNames)
  return `${name} is not a setting and is ignored${meant ? `; did you mean ${meant}?` : ''}`
}

/** Whether a variable configures a provider, in the catalog or not. */
function isProviderSetting(name: string): boolean {
  const read = readProviderName(name)
  return read !== null && suffixesOf(entryOf(read.id)).includes(read.suffix)
}

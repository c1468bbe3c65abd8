import { faultsOfStored, isSetInEnvironment } from '@/lib/config/settings'
import type { Tx } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { type FieldError, type Outcome, refuse } from '@/lib/platform/problems'
import {
  type SettingDefinition,
  settingDefinitions,
  settingsOf,
  type StoredArea,
} from '@/lib/settings/setting-definitions'
import {
  auditedValue,
  type SettingInput,
  shownValue,
  toVariableText,
} from '@/lib/settings/setting-values'
import type { AreaChange, SettingsArea } from '@/lib/settings/settings-area'
import { removeSetting, storeSetting } from '@/lib/settings/stored-settings.store'
import {
  dropInvalid,
  mentions,
  readStoredState,
  sealSetting,
  type StoredState,
  type StoredValues,
} from '@/lib/settings/stored-values'

interface WantedSetting {
  definition: SettingDefinition
  /** In the format of its variable; null if nothing is stored. */
  text: string | null
}

/** An area whose settings are environment variables (setting-definitions.ts). */
export function storedArea(
  name: StoredArea,
  rest: Omit<SettingsArea, 'name' | 'read' | 'change'>,
): SettingsArea {
  const definitions = settingsOf(name)
  return {
    name,
    ...rest,
    read: async () => ({
      values: Object.fromEntries(
        definitions.map((definition) => [definition.name, shownValue(definition)]),
      ),
      locked: definitions
        .filter(({ env }) => isSetInEnvironment(env))
        .map((definition) => definition.name),
    }),
    change: (tx, values, ctx) => change(tx, definitions, values, ctx.now),
  }
}

async function change(
  tx: Tx,
  definitions: readonly SettingDefinition[],
  values: Readonly<Record<string, SettingInput>>,
  now: Date,
): Promise<Outcome<{ change: AreaChange }>> {
  const { wanted, errors } = validateEach(definitions, values)
  if (errors.length > 0) return refuse('validation_failed', { errors })
  const state = await readStoredState(tx)
  wanted.push(...safeValuesInUse(definitions, wanted, state))
  const next = merged(state.applied, wanted)
  const invalid = validateTogether(definitions, next)
  if (invalid.length > 0) return refuse('validation_failed', { errors: invalid })
  const { applied, ignored } = state
  const changed = wanted.filter(
    ({ definition: { env }, text }) => env in ignored || (applied[env] ?? null) !== text,
  )
  if (changed.length === 0) return { ok: true, change: { before: {}, after: {} } }
  const { removed, revived } = settleDormant({ wanted, next }, state)
  const written = [...changed, ...removed]
  for (const { definition, text } of written) await write(tx, definition, text, now)
  const before = { ...audited(written, { ...applied, ...ignored }), ...audited(revived, applied) }
  const after = audited([...written, ...revived], merged(next, revived))
  const areas = [...written, ...revived].map(({ definition }) => definition.area)
  return { ok: true, change: { before, after, areas } }
}

/**
 * The safe values that stand in for ignored ones. They are shown as if they were stored, so saving
 * the area stores them: the ignored values must not come back later.
 */
function safeValuesInUse(
  definitions: readonly SettingDefinition[],
  wanted: readonly WantedSetting[],
  { ignored }: StoredState,
): WantedSetting[] {
  const rest = definitions.filter(
    (definition) =>
      definition.env in ignored && !wanted.some((named) => named.definition === definition),
  )
  return rest.flatMap((definition) => {
    const { ifUnusable: text } = definition
    return text === undefined ? [] : [{ definition, text }]
  })
}

/**
 * The ignored values of all areas after a change to `next`: those that would prevent one of its
 * values are removed, and those that it makes valid apply again. Those that a safe value replaces
 * stay as they are.
 */
function settleDormant(
  { wanted, next }: { wanted: readonly WantedSetting[]; next: StoredValues },
  { dormant }: StoredState,
): { removed: WantedSetting[]; revived: WantedSetting[] } {
  const named = new Set<string>(wanted.map(({ definition }) => definition.env))
  const others = settingDefinitions
    .filter(({ env }) => env in dormant && !named.has(env) && !(env in next))
    .map((definition) => ({ definition, text: dormant[definition.env]! }))
  const alone = others.filter((other) => fits(next, [other]))
  // Only together can the rest still prevent it.
  const kept = fits(next, alone) ? alone : []
  const applying = dropInvalid(merged(next, kept))
  return {
    removed: others
      .filter((other) => !kept.includes(other))
      .map(({ definition }) => ({ definition, text: null })),
    revived: kept.filter(({ definition }) => definition.env in applying),
  }
}

/** Whether the values of `next` apply beside the others. */
function fits(next: StoredValues, others: readonly WantedSetting[]): boolean {
  const applying = dropInvalid(merged(next, others))
  return Object.entries(next).every(([env, text]) => applying[env] === text)
}

function validateEach(
  definitions: readonly SettingDefinition[],
  values: Readonly<Record<string, SettingInput>>,
): { wanted: WantedSetting[]; errors: FieldError[] } {
  const wanted: WantedSetting[] = []
  const errors: FieldError[] = []
  for (const [name, input] of Object.entries(values)) {
    const fault = (code: string) => void errors.push(fieldError(['values', name], code))
    const definition = definitions.find((candidate) => candidate.name === name)
    if (!definition) fault('unknown_field')
    else if (isSetInEnvironment(definition.env)) fault('locked')
    else if (input === null) wanted.push({ definition, text: null })
    else {
      const parsed = toVariableText(definition, input)
      if (parsed.ok) wanted.push({ definition, text: parsed.text })
      else fault(parsed.code)
    }
  }
  return { wanted, errors }
}

function merged(stored: StoredValues, wanted: readonly WantedSetting[]): StoredValues {
  const next: Record<string, string> = { ...stored }
  for (const { definition, text } of wanted)
    if (text === null) delete next[definition.env]
    else next[definition.env] = text
  return next
}

/**
 * Applies the rules of the environment to all settings together, and reports errors under the names
 * of this area.
 */
function validateTogether(
  definitions: readonly SettingDefinition[],
  next: StoredValues,
): FieldError[] {
  return faultsOfStored(next).map((detail) => {
    const named = definitions.filter(({ env }) => mentions(detail, env))
    const missing = named.find(
      ({ env }) => next[env] === undefined && /must be set|go together/.test(detail),
    )
    const meant = missing ?? named[0]
    const { pointer } = fieldError(meant ? ['values', meant.name] : ['values'], 'invalid')
    const isOwnFault = named.length === 1
    const code = missing ? 'required' : isOwnFault ? refusedAs(named[0]!) : 'invalid'
    return { pointer, code, detail }
  })
}

/** The error code for a value in the wrong format. */
function refusedAs({ refusedAs: declared, kind }: SettingDefinition): string {
  if (declared) return declared
  return kind === 'email' ? 'invalid_email' : kind === 'url' ? 'invalid_url' : 'invalid'
}

async function write(tx: Tx, { env, kind }: SettingDefinition, text: string | null, now: Date) {
  if (text === null) return removeSetting(tx, env)
  const row =
    kind === 'secret'
      ? { value: null, sealed: sealSetting(env, text) }
      : { value: text, sealed: null }
  return storeSetting(tx, { variable: env, ...row }, now)
}

function audited(
  changed: readonly WantedSetting[],
  values: StoredValues,
): Record<string, string | null> {
  return Object.fromEntries(
    changed.map(({ definition }) => [
      definition.name,
      auditedValue(definition, values[definition.env]),
    ]),
  )
}

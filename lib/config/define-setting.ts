import { z } from 'zod'

/** A text in every interface language. */
export interface LocalizedText {
  en: string
  tr: string
}

/** The areas whose settings are environment variables that can also be stored. */
export const STORED_AREAS = ['mail', 'notifications', 'payments', 'brand', 'policy'] as const
export type StoredArea = (typeof STORED_AREAS)[number]

export type SettingKind =
  | 'text'
  | 'secret'
  | 'number'
  | 'duration'
  | 'choice'
  | 'boolean'
  | 'upload'
  | 'color'
  | 'url'
  | 'email'
  | 'list'

/** The parts of a settings page with many settings, in their order. */
export const SETTING_GROUPS = [
  'registration',
  'sign_in',
  'two_step',
  'sessions',
  'attacks',
  'data',
] as const

export type SettingGroup = (typeof SETTING_GROUPS)[number]

/**
 * How administrators change a setting that the environment does not set. Its value has the format
 * of the variable; the limits here are stricter.
 */
export interface EditableSetting {
  area: StoredArea
  /** The name in the API and in forms. */
  name: string
  kind: SettingKind
  /** The part of the page it is shown in. */
  group?: SettingGroup
  label: LocalizedText
  hint?: LocalizedText
  /** The unit of a number whose plain digits are hard to read. */
  unit?: 'bytes'
  /** The code of the error for a value that the schema refuses. Otherwise the kind decides. */
  refusedAs?: 'invalid_sender' | 'invalid_smtp_url' | 'invalid_host_name' | 'invalid_domain'
  /** The options of a choice with their labels; the environment may accept more. */
  choices?: Readonly<Record<string, string | LocalizedText>>
  /**
   * Limits of a number, or of a duration in seconds. They apply to the dashboard; the environment
   * may exceed them.
   */
  min?: number
  max?: number
  /**
   * Applies instead of the default while a stored value cannot, where the default would admit or
   * erase more than the administrator wanted. Can be stored even if it is out of bounds.
   */
  ifUnusable?: string
}

type Faults = string | null | (string | null)[]

/** The one declaration of a setting. Everything that knows settings is derived from it. */
export interface Setting<
  Schema extends z.ZodType<unknown, string>,
  Default extends string | undefined,
  Property extends string | null,
> {
  /** Converts the text of the variable; its errors continue the sentence "VARIABLE …". */
  schema: Schema
  /** The text that applies if the variable is not set. Without it, the setting is optional. */
  default?: Default
  /**
   * Where `settings()` has the value, such as `uploads.maxFiles`; an optional one is null there.
   * Null if `computeSettings` (to-settings.ts) reads the variable.
   */
  property: Property
  /** The comment in `.env.example`; a line break starts a new line. */
  description?: string
  /** The value in `.env.example` if it is not the default. */
  example?: string
  requiredInProduction?: true
  /** What is wrong with a value in production, continuing the sentence "VARIABLE …". */
  checkInProduction?: (value: z.output<Schema>) => Faults
  /** Set if administrators can change it in the dashboard. */
  editable?: EditableSetting
}

// oxlint-disable-next-line typescript/no-explicit-any -- the bound of any declaration
export type AnySetting = Setting<any, string | undefined, string | null>

/** Declares an environment variable of the service. */
export function defineSetting<
  Schema extends z.ZodType<unknown, string>,
  const Property extends string | null,
  const Default extends string | undefined = undefined,
>(
  setting: Setting<Schema, Default, Property> &
    (Default extends string ? { default: Default } : { default?: undefined }),
) {
  return setting
}

/** A part of `.env.example`, in the order in which the dashboard shows settings too. */
export interface SettingSection<Settings extends Record<string, AnySetting>> {
  title: string
  description?: string
  settings: Settings
}

export function defineSection<const Settings extends Record<string, AnySetting>>(
  section: SettingSection<Settings>,
) {
  return section
}

type Intersection<U> = (U extends unknown ? (member: U) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
/** The settings of all sections in one object. */
export function mergeSections<
  const Sections extends readonly SettingSection<Record<string, AnySetting>>[],
>(sections: Sections) {
  const all = sections.map(({ settings }) => settings)
  return Object.assign({}, ...all) as Intersection<Sections[number]['settings']>
}

type Declared = Readonly<Record<string, AnySetting>>
type Output<S extends AnySetting> = z.output<S['schema']>

type Shape<All extends Declared> = {
  [Name in keyof All]: All[Name] extends { default: string }
    ? z.ZodPipe<z.ZodDefault<z.ZodString>, All[Name]['schema']>
    : z.ZodOptional<All[Name]['schema']>
}

/** The schema of all variables together. */
export function environmentSchemaOf<All extends Declared>(declared: All) {
  const shape = Object.entries(declared).map(([name, { schema, default: fallback }]) => [
    name,
    fallback === undefined
      ? (schema as z.ZodType).optional()
      : z
          .string()
          .default(fallback)
          .pipe(schema as z.ZodType<unknown, string>),
  ])
  return z.object(Object.fromEntries(shape) as Shape<All>)
}

type Nested<Path extends string, Value> = Path extends `${infer Head}.${infer Rest}`
  ? Record<Head, Nested<Rest, Value>>
  : Record<Path, Value>
type Value<S extends AnySetting> = S extends { default: string } ? Output<S> : Output<S> | null
/** The part of `settings()` that follows from the declared properties. */
export type PlainSettings<All extends Declared> = Intersection<
  {
    [Name in keyof All]: All[Name]['property'] extends infer Path extends string
      ? Nested<Path, Value<All[Name]>>
      : never
  }[keyof All]
>

/** Puts each parsed variable where its declaration says. */
export function plainSettings<All extends Declared>(
  declared: All,
  environment: Readonly<Record<string, unknown>>,
): PlainSettings<All> {
  const settings: Record<string, unknown> = {}
  for (const [name, { property }] of Object.entries(declared))
    if (property !== null) place(settings, property.split('.'), environment[name] ?? null)
  return settings as PlainSettings<All>
}

function place(into: Record<string, unknown>, path: string[], value: unknown) {
  const [head = '', ...rest] = path
  if (rest.length === 0) into[head] = value
  else place((into[head] ??= {}) as Record<string, unknown>, rest, value)
}

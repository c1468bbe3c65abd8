import type { z } from 'zod'
import { type AnySetting, environmentSchemaOf, mergeSections } from '@/lib/config/define-setting'
import { brand } from '@/lib/config/environment/brand'
import { email, textMessages, webhooks } from '@/lib/config/environment/messaging'
import { payments } from '@/lib/config/environment/payments'
import { botCheck, limits } from '@/lib/config/environment/protection'
import { registration } from '@/lib/config/environment/registration'
import { service } from '@/lib/config/environment/service'
import { emailCodes, emailLinks, passwords, tokens } from '@/lib/config/environment/sign-in'
import { passkeys, twoStep } from '@/lib/config/environment/second-factor'
import { signInProviders } from '@/lib/config/environment/sign-in-providers'
import { database, uploads } from '@/lib/config/environment/storage'
import { tracing } from '@/lib/config/environment/tracing'

/** The parts of `.env.example`, in its order. */
export const settingSections = [
  service,
  database,
  registration,
  passwords,
  tokens,
  emailLinks,
  twoStep,
  emailCodes,
  passkeys,
  limits,
  botCheck,
  signInProviders,
  uploads,
  email,
  textMessages,
  webhooks,
  brand,
  payments,
  tracing,
] as const

/**
 * Every environment variable the service reads, except those of sign-in providers
 * (provider-settings.ts).
 */
export const declaredSettings = mergeSections(settingSections)

const environmentSchema = environmentSchemaOf(declaredSettings)

export type EnvironmentName = keyof typeof declaredSettings
export type Environment = z.output<typeof environmentSchema>

/** The names of all variables. */
export const environmentNames = Object.keys(declaredSettings) as EnvironmentName[]

/** The declarations by name, for code that treats all settings alike. */
export const settingEntries = Object.entries(declaredSettings) as [EnvironmentName, AnySetting][]

/**
 * Parses the variables of `source`; an empty value counts as unset. Returns either all of them or
 * one line per fault. A fault never contains the value of a variable, because it may be a secret.
 */
export function parseEnvironment(
  source: Record<string, string | undefined>,
): { ok: true; environment: Environment } | { ok: false; faults: string[]; sound: Environment } {
  const given = Object.fromEntries(
    environmentNames.flatMap((name) => (source[name]?.trim() ? [[name, source[name].trim()]] : [])),
  )
  const parsed = environmentSchema.safeParse(given)
  if (parsed.success) return { ok: true, environment: parsed.data }
  const faults = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`)
  for (const issue of parsed.error.issues) delete given[String(issue.path[0])]
  return { ok: false, faults, sound: environmentSchema.parse(given) }
}

/**
 * Whether Next.js runs with hot reload, which needs `eval` and inline styles in the browser. Never
 * true in a build.
 */
export const inDevelopment = process.env.NODE_ENV === 'development'

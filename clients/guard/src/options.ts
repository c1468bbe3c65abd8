import type { GuardContext } from './context.js'
import { reportTo } from './reports.js'
import type { Expected } from './verify-token.js'
import { webhookKey } from './webhook.js'

export interface GuardOptions {
  /** The issuer of the access tokens: `AUTH_JWT_ISSUER` of Gatehouse, by default its address. */
  issuer: string
  /** The audience of the access tokens: `AUTH_JWT_AUDIENCE` of Gatehouse. `api` by default. */
  audience?: string | undefined
  /** The address of Gatehouse, if it isn't the issuer. */
  url?: string | undefined
  /**
   * An API key with `users:read`. With it, the guard hears of changes over the live feed. For no
   * feed, leave it out: `undefined`, as of a variable that isn't set, is an error when it starts.
   */
  apiKey?: string | undefined
  /**
   * The secrets of the webhooks that `handleWebhook` accepts. For none, leave it out: `undefined`,
   * as of a variable that isn't set, is an error when it starts.
   */
  webhookSecrets?: readonly (string | undefined)[] | undefined
  /**
   * How long access may be used without proof that it hasn't changed, in seconds: 0 (ask Gatehouse
   * on every request) to 300. 30 by default.
   */
  maxStaleSeconds?: number | undefined
  /**
   * What happens when proof is due and Gatehouse can't be reached: `refuse` (the default) answers
   * 503; `serve-stale` goes on with the last known access until the token expires.
   */
  whenUnreachable?: 'refuse' | 'serve-stale' | undefined
  /** How far the clocks may differ, in seconds: 0 to 30. 5 by default. */
  clockToleranceSeconds?: number | undefined
  /** How long a request to Gatehouse may take, in milliseconds. 3000 by default. */
  timeoutMs?: number | undefined
  /** How many verified tokens are kept. 10,000 by default. */
  maxTokens?: number | undefined
  /**
   * Called for failures in the background, such as a feed that can't be opened, and for mistakes in
   * the configuration; with the same message at most once a minute. What it throws, or rejects
   * with, is ignored.
   */
  onError?: ((error: unknown) => unknown) | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Replaces the clocks, in tests. */
  clock?: Pick<GuardContext, 'wall' | 'steady'> | undefined
}

/** The options with defaults, checked. */
export interface Settings {
  baseUrl: string
  /** The address that clients know. `baseUrl` may be an internal one. */
  publicUrl: string
  jwksUrl: string
  expected: Expected
  apiKey: string | null
  webhookKeys: readonly Buffer[]
  maxStaleMs: number
  serveStale: boolean
  maxTokens: number
  context: GuardContext
}

/** Throws if an option is invalid: a guard must not start with a guess. */
export function readOptions(options: GuardOptions): Settings {
  const { issuer, audience = 'api', url = issuer, apiKey, webhookSecrets = [] } = options
  const baseUrl = readUrl(url)
  if (!issuer || !audience) throw new TypeError('issuer and audience can’t be empty')
  // A variable that isn't set must not turn off what keeps access current.
  for (const name of ['apiKey', 'webhookSecrets'] as const)
    if (name in options && (options[name] ?? null) === null)
      throw new TypeError(`${name} has no value: set it, or leave the option out`)
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey has characters that no API key has')
  const { whenUnreachable = 'refuse' } = options
  if (whenUnreachable !== 'refuse' && whenUnreachable !== 'serve-stale')
    throw new TypeError('whenUnreachable is refuse or serve-stale')
  const steady = options.clock?.steady ?? (() => performance.now())
  return {
    baseUrl,
    publicUrl: toWebUrl(issuer) ?? baseUrl,
    jwksUrl: `${baseUrl}/.well-known/jwks.json`,
    expected: {
      issuer,
      audience,
      toleranceSeconds: within(options, 'clockToleranceSeconds', 5, 0, 30),
    },
    apiKey: apiKey ?? null,
    webhookKeys: webhookSecrets.map(webhookKey),
    maxStaleMs: within(options, 'maxStaleSeconds', 30, 0, 300) * 1000,
    serveStale: whenUnreachable === 'serve-stale',
    maxTokens: within(options, 'maxTokens', 10_000, 1, 1_000_000),
    context: {
      fetch: options.fetch ?? fetch,
      timeoutMs: within(options, 'timeoutMs', 3000, 1, 60_000),
      wall: options.clock?.wall ?? Date.now,
      steady,
      report: reportTo(options.onError, steady),
    },
  }
}

function readUrl(text: string): string {
  const url = toWebUrl(text)
  if (url === null)
    throw new TypeError(
      'url (by default the issuer) must be the http or https address of Gatehouse',
    )
  return url
}

/** An http or https address without a slash at its end; null if the text is none. */
function toWebUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) return null
  return url.href.replace(/\/+$/, '')
}

type NumberOption = 'maxStaleSeconds' | 'clockToleranceSeconds' | 'timeoutMs' | 'maxTokens'

function within(
  options: GuardOptions,
  name: NumberOption,
  byDefault: number,
  min: number,
  max: number,
): number {
  const value = options[name] ?? byDefault
  if (!(value >= min && value <= max)) throw new TypeError(`${name} is from ${min} to ${max}`)
  return value
}

import { z } from 'zod'
import { brandVariables } from '@/lib/config/brand-settings'

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const
const TEN_YEARS = 10 * 365 * 86_400

/**
 * Parses a duration (`900`, `8s`, `15m`, `12h`, `30d`) into whole seconds. Null if it is malformed,
 * zero or longer than ten years (a limit that overflows must not come to mean "never").
 */
export function parseDurationSeconds(text: string): number | null {
  const match = /^(\d{1,10})([smhd])?$/.exec(text.trim())
  if (!match) return null
  const seconds = Number(match[1]) * UNITS[(match[2] ?? 's') as keyof typeof UNITS]
  return seconds >= 1 && seconds <= TEN_YEARS ? seconds : null
}

/** A duration setting with a default, in seconds. */
const durationSeconds = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const seconds = parseDurationSeconds(text)
      if (seconds === null) {
        context.addIssue({
          code: 'custom',
          message: 'is not a duration such as 900, 15m, 12h or 30d',
        })
        return z.NEVER
      }
      return seconds
    })

const text = z.string().trim().min(1)
const flagless = (message: string) => ({ error: message })

const wholeNumber = (max: number, min = 1) =>
  z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `is not a whole number from ${min} to ${max}`,
    })
    .transform(Number)

const count = (fallback: string, max: number, min = 1) =>
  z.string().default(fallback).pipe(wholeNumber(max, min))

/** An http(s) URL without credentials, query or fragment. */
export const webUrl = text.refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : null
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
}, flagless('is not an http(s) address'))

const origin = webUrl
  .refine(
    (value) => !URL.canParse(value) || new URL(value).pathname === '/',
    flagless('must have no path'),
  )
  .transform((value) => (URL.canParse(value) ? new URL(value).origin : value))

/**
 * Where an app receives the authorization response: a web URL or a private-use scheme (RFC 8252
 * §7), but nothing that a browser would execute.
 */
const appRedirectUri = text.refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : null
  return (
    url !== null &&
    !url.hash &&
    !/^(javascript|data|blob|file|about|view-source):$/.test(url.protocol)
  )
}, flagless('contains something other than a return address'))

const urlWith = (protocols: RegExp, message: string) =>
  text.refine(
    (value) => URL.canParse(value) && protocols.test(new URL(value).protocol),
    flagless(message),
  )

const rate = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((value, context) => {
      const [limit = '', window = ''] = value.split('/')
      const windowSeconds = parseDurationSeconds(window)
      if (!/^\d{1,7}$/.test(limit) || Number(limit) < 1 || windowSeconds === null) {
        context.addIssue({ code: 'custom', message: 'is not a rate such as 100/1m' })
        return z.NEVER
      }
      return { limit: Number(limit), windowSeconds }
    })

const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')

const hostLabel = text.refine(
  (value) => /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(value),
  flagless('is not a name such as ie1'),
)

const base64Key = text.refine(
  (value) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) && Buffer.from(value, 'base64').length === 32,
  flagless('is not 32 bytes in base64'),
)

const commaList = <T extends z.ZodType<string, string>>(item: T) =>
  z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item))

/**
 * Every environment variable the service reads, with its format and default, except those of
 * sign-in providers (provider-settings.ts). `.env.example` lists the same.
 */
export const environmentSchema = z.object({
  APP_ENV: z
    .enum(['local', 'production'], { error: 'must be local or production' })
    .default('local'),
  APP_BASE_URL: origin.optional(),
  HOST: text.optional(),
  PORT: count('3000', 65_535),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: urlWith(/^postgres(ql)?:$/, 'is not a postgresql:// address').optional(),
  REDIS_URL: urlWith(/^rediss?:$/, 'is not a redis:// address').optional(),
  UPSTASH_REDIS_REST_URL: webUrl.optional(),
  UPSTASH_REDIS_REST_TOKEN: text.optional(),
  METRICS_TOKEN: text
    .refine(
      (value) => /^[\x21-\x7e]+$/.test(value),
      flagless('contains characters that a token cannot have'),
    )
    .optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'], { error: 'must be debug, info, warn or error' })
    .default('info'),
  TRUST_PROXY_HOPS: z
    .string()
    .refine((value) => /^\d$/.test(value), { error: 'is not a whole number from 0 to 9' })
    .transform(Number)
    .optional(),
  CORS_ALLOWED_ORIGINS: commaList(origin),

  UPLOADS_QUOTA_BYTES: count('104857600', 999_999_999),
  UPLOADS_MAX_FILES: count('200', 1_000_000),
  S3_BUCKET: text.optional(),
  S3_ENDPOINT: webUrl.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_FORCE_PATH_STYLE: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false'),

  AUTH_JWT_ISSUER: text.optional(),
  AUTH_JWT_AUDIENCE: text.default('api'),
  AUTH_JWT_SECRET: text.optional(),
  AUTH_JWT_PREVIOUS_SECRETS: commaList(text),
  AUTH_ACCESS_TOKEN_TTL: durationSeconds('15m'),
  AUTH_REFRESH_TOKEN_TTL: durationSeconds('30d'),
  AUTH_SESSION_MAX_LIFETIME: durationSeconds('90d'),
  AUTH_WEB_REFRESH_OVERLAP: durationSeconds('10s'),
  AUTH_VERIFY_TOKEN_TTL: durationSeconds('24h'),
  AUTH_RESET_TOKEN_TTL: durationSeconds('30m'),
  AUTH_INVITATION_TOKEN_TTL: durationSeconds('7d'),
  AUTH_EMAIL_LINK_BASE_URL: webUrl.optional(),
  AUTH_MFA_ENCRYPTION_KEY: base64Key.optional(),
  AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS: commaList(base64Key),
  AUTH_MAX_LOGIN_ATTEMPTS: count('5', 10_000),
  AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: wholeNumber(1_000_000).optional(),
  AUTH_LOCKOUT_DURATION: durationSeconds('15m'),
  AUTH_IP_RATE_LIMIT: rate('100/1m'),
  AUTH_USER_RATE_LIMIT: rate('120/1m'),
  AUTH_PERMISSION_CACHE_TTL: durationSeconds('60s'),
  AUTH_PASSWORD_MIN_LENGTH: count('12', 128, 8),
  AUTH_PASSWORD_HASH: z
    .enum(['argon2id', 'bcrypt'], { error: 'must be argon2id or bcrypt' })
    .default('argon2id'),

  SEC_BOTCHECK_SITE_KEY: text.optional(),
  SEC_BOTCHECK_SECRET_KEY: text.optional(),
  SEC_BOTCHECK_VERIFY_URL: webUrl.default(
    'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  ),

  OAUTH_CALLBACK_BASE_URL: webUrl.optional(),
  OAUTH_APP_REDIRECT_URIS: commaList(appRedirectUri),
  AUTH_DISABLED_PROVIDERS: commaList(
    text.refine(
      (value) => /^[a-z0-9][a-z0-9-]*$/.test(value),
      flagless('contains an unknown provider'),
    ),
  ),
  OUTBOUND_ALLOW_PRIVATE_ADDRESSES: flag.optional(),

  MAIL_DRIVER: z
    .enum(['smtp', 'resend', 'log', 'settings'], { error: 'must be smtp, resend, log or settings' })
    .optional(),
  SMTP_URL: urlWith(/^smtps?:$/, 'is not an smtp:// address').optional(),
  RESEND_API_KEY: text.optional(),
  RESEND_BASE_URL: webUrl.optional(),
  MAIL_FROM: text
    .refine((value) => /^(?:[^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value), {
      error: 'is not a sender such as Acme <no-reply@example.org>',
    })
    .optional(),

  ...brandVariables,
  SMS_DRIVER: z.enum(['log', 'twilio'], { error: 'must be log or twilio' }).default('log'),
  TWILIO_ACCOUNT_SID: text
    .refine(
      (value) => /^AC[0-9a-f]{32}$/i.test(value),
      flagless('is not an account SID such as AC…'),
    )
    .optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text
    .refine((value) => /^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/i.test(value), {
      error: 'is neither a number such as +12025550123 nor a messaging service such as MG…',
    })
    .optional(),
  TWILIO_REGION: hostLabel.optional(),
  TWILIO_EDGE: hostLabel.optional(),
  TWILIO_BASE_URL: webUrl.optional(),
  SMS_ALLOWED_COUNTRIES: commaList(
    text.refine(
      (value) => /^[1-9]\d{0,6}$/.test(value),
      flagless('contains something other than a calling code'),
    ),
  ),
  SMS_DAILY_LIMIT: count('1000', 10_000_000),
  SMS_COUNTRY_DAILY_LIMIT: count('200', 10_000_000),
  PAYMENT_PROVIDER: z
    .enum(['simulator', 'stripe'], { error: 'must be simulator or stripe' })
    .optional(),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_BASE_URL: origin.optional(),

  BOOTSTRAP_ADMIN_EMAIL: z.email({ error: 'is not an e-mail address' }).optional(),
})

export type Environment = z.output<typeof environmentSchema>

/** The names of all variables. A test compares `.env.example` with them. */
export const environmentNames = Object.keys(environmentSchema.shape)

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

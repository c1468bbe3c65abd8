import type { Environment } from '@/lib/config/env'

/** The names and addresses of this machine, as written in HOST and in URLs. */
export const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Whether data sent to a URL can be read in transit: it is not https, and not on this machine. */
export function isClear(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol !== 'https:' && !LOOPBACK.has(hostname)
}

const PRODUCTION_NEEDS = [
  'APP_BASE_URL',
  'DATABASE_URL',
  'AUTH_JWT_SECRET',
  'AUTH_MFA_ENCRYPTION_KEY',
  'TRUST_PROXY_HOPS',
  'SEC_BOTCHECK_SITE_KEY',
  'SEC_BOTCHECK_SECRET_KEY',
] as const

/** The sender if MAIL_FROM is not set. */
export const DEFAULT_SENDER = 'no-reply@localhost'

/**
 * The MAIL_DRIVER value for starting production without a sender, to be configured in the settings
 * area.
 */
export const LEFT_TO_SETTINGS = 'settings'

/** The value in `.env.example`, which must be replaced in a copy of the file. */
export const EXAMPLE_JWT_SECRET = 'replace-me-with-48-random-characters-or-more'

/**
 * Conflicts between settings that are valid on their own: one line per fault, empty if there are
 * none.
 */
export function environmentFaults(env: Environment): string[] {
  const faults = env.APP_ENV === 'production' ? productionFaults(env) : localFaults(env)
  if (Boolean(env.UPSTASH_REDIS_REST_URL) !== Boolean(env.UPSTASH_REDIS_REST_TOKEN))
    faults.push('UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN go together')
  if (Boolean(env.SEC_BOTCHECK_SITE_KEY) !== Boolean(env.SEC_BOTCHECK_SECRET_KEY))
    pushOnce(faults, 'SEC_BOTCHECK_SITE_KEY and SEC_BOTCHECK_SECRET_KEY go together')
  // Receives the secret key, so plain http is only allowed on this machine.
  if (isClear(env.SEC_BOTCHECK_VERIFY_URL)) faults.push('SEC_BOTCHECK_VERIFY_URL must be https')
  if (env.MAIL_DRIVER === 'smtp' && !env.SMTP_URL)
    faults.push('SMTP_URL must be set for MAIL_DRIVER=smtp')
  if (env.MAIL_DRIVER === 'resend' && !env.RESEND_API_KEY)
    faults.push('RESEND_API_KEY must be set for MAIL_DRIVER=resend')
  if (env.SMS_DRIVER === 'twilio')
    for (const name of ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const)
      if (!env[name]) faults.push(`${name} must be set for SMS_DRIVER=twilio`)
  if (env.PAYMENT_PROVIDER === 'stripe' && !env.STRIPE_SECRET_KEY)
    faults.push('STRIPE_SECRET_KEY must be set for PAYMENT_PROVIDER=stripe')
  if (env.AUTH_PASSWORD_HASH === 'bcrypt' && env.AUTH_PASSWORD_MIN_LENGTH > 72)
    faults.push('AUTH_PASSWORD_MIN_LENGTH must not exceed 72 with AUTH_PASSWORD_HASH=bcrypt')
  if (env.S3_BUCKET && !(env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY))
    faults.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set for S3_BUCKET')
  if (env.APP_ENV === 'production' && env.S3_ENDPOINT && isClear(env.S3_ENDPOINT))
    faults.push('S3_ENDPOINT must be https in production')
  return faults
}

function localFaults(env: Environment): string[] {
  const faults: string[] = []
  if (env.HOST && !LOOPBACK.has(env.HOST))
    faults.push('HOST must be a loopback address while APP_ENV=local')
  if (env.APP_BASE_URL && !LOOPBACK.has(new URL(env.APP_BASE_URL).hostname))
    faults.push('APP_BASE_URL must be a loopback address while APP_ENV=local')
  return faults
}

function productionFaults(env: Environment): string[] {
  const faults = PRODUCTION_NEEDS.filter((name) => env[name] === undefined).map(
    (name) => `${name} must be set in production`,
  )
  if (env.AUTH_JWT_SECRET !== undefined)
    faults.push(...secretFaults('AUTH_JWT_SECRET', env.AUTH_JWT_SECRET))
  if (env.METRICS_TOKEN !== undefined)
    faults.push(...secretFaults('METRICS_TOKEN', env.METRICS_TOKEN))
  env.AUTH_JWT_PREVIOUS_SECRETS.forEach((secret) =>
    faults.push(...secretFaults('AUTH_JWT_PREVIOUS_SECRETS', secret)),
  )
  if (env.PAYMENT_PROVIDER === 'simulator')
    faults.push('PAYMENT_PROVIDER must not be simulator in production: it moves no money')
  // This host receives the secret key.
  if (env.STRIPE_API_BASE_URL)
    faults.push('STRIPE_API_BASE_URL is for tests and must be empty in production')
  const base = env.APP_BASE_URL && new URL(env.APP_BASE_URL)
  if (base && base.protocol !== 'https:' && !LOOPBACK.has(base.hostname))
    faults.push('APP_BASE_URL must be https in production')
  // This host receives every message and the credentials. A stub belongs in tests.
  if (env.TWILIO_BASE_URL) faults.push('TWILIO_BASE_URL must not be set in production')
  if (!env.MAIL_DRIVER && !env.SMTP_URL && !env.RESEND_API_KEY)
    faults.push(
      'SMTP_URL or RESEND_API_KEY must be set in production, or MAIL_DRIVER=log or settings',
    )
  if (mailDriver(env) !== 'log' && !env.MAIL_FROM)
    faults.push('MAIL_FROM must be set in production')
  return faults
}

/** Settings that work but should be changed: one line each. */
export function environmentWarnings(env: Environment): string[] {
  const warnings: string[] = []
  if (env.APP_ENV === 'local' && env.AUTH_JWT_SECRET)
    for (const fault of secretFaults('AUTH_JWT_SECRET', env.AUTH_JWT_SECRET))
      warnings.push(`${fault} in production; anyone who knows it can sign in as any user`)
  if (env.PAYMENT_PROVIDER === 'stripe' && !env.STRIPE_WEBHOOK_SECRET)
    warnings.push('STRIPE_WEBHOOK_SECRET is not set: without webhooks payments are settled late')
  if (mailDriver(env) !== 'log' && /@localhost>?$/.test(env.MAIL_FROM ?? DEFAULT_SENDER))
    warnings.push(
      'MAIL_FROM should be an address of your own domain: mail servers refuse mail from localhost',
    )
  return warnings
}

/** How emails are sent: as MAIL_DRIVER says, otherwise by what is configured. */
export function mailDriver(env: Environment): 'smtp' | 'resend' | 'log' {
  if (env.MAIL_DRIVER && env.MAIL_DRIVER !== LEFT_TO_SETTINGS) return env.MAIL_DRIVER
  return env.SMTP_URL ? 'smtp' : env.RESEND_API_KEY ? 'resend' : 'log'
}

function secretFaults(name: string, secret: string): string[] {
  if (secret.length < 32) return [`${name} must have at least 32 characters`]
  if (new Set(secret).size < 8 || secret === EXAMPLE_JWT_SECRET) return [`${name} must be random`]
  return []
}

function pushOnce(faults: string[], fault: string) {
  if (!faults.some((line) => line.startsWith('SEC_BOTCHECK'))) faults.push(fault)
}

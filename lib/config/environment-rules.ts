import { type Environment, settingEntries } from '@/lib/config/env'
import { isLoopback } from '@/lib/config/loopback'
import { isLocalPage, isRpIdOf } from '@/lib/config/passkey-settings'
import { checkSecret, isClear } from '@/lib/config/setting-formats'
import { tracingWarnings } from '@/lib/config/tracing-settings'

/** The sender if MAIL_FROM is not set. */
export const DEFAULT_SENDER = 'no-reply@localhost'

/**
 * The MAIL_DRIVER value for starting production without a sender, to be configured in the settings
 * area.
 */
export const LEFT_TO_SETTINGS = 'settings'

/**
 * Conflicts between settings that are valid on their own: one line per fault, empty if there are
 * none.
 */
export function environmentFaults(env: Environment): string[] {
  const faults = env.APP_ENV === 'production' ? productionFaults(env) : localFaults(env)
  // Only one process can use the embedded database.
  if (env.WORKERS !== undefined && env.WORKERS !== 1 && !env.DATABASE_URL)
    faults.push('DATABASE_URL must be set for WORKERS other than 1')
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
  if (env.AUTH_REGISTRATION === 'domains' && env.AUTH_REGISTRATION_DOMAINS.length === 0)
    faults.push('AUTH_REGISTRATION_DOMAINS must be set for AUTH_REGISTRATION=domains')
  if (env.AUTH_JWT_SIGNING_KEYS && env.AUTH_JWT_KEY_ROTATION)
    faults.push('AUTH_JWT_SIGNING_KEYS and AUTH_JWT_KEY_ROTATION exclude each other')
  if (env.AUTH_PASSWORD_HASH === 'bcrypt' && env.AUTH_PASSWORD_MIN_LENGTH > 72)
    faults.push('AUTH_PASSWORD_MIN_LENGTH must not exceed 72 with AUTH_PASSWORD_HASH=bcrypt')
  if (env.AUTH_PASSKEY_RP_ID && !isRpIdOf(env.AUTH_PASSKEY_RP_ID, hostOf(env.APP_BASE_URL)))
    faults.push('AUTH_PASSKEY_RP_ID must be the host of APP_BASE_URL or a domain above it')
  // Any program on a user's machine could serve such a page, so it never uses passkeys of a domain.
  const rpId = env.AUTH_PASSKEY_RP_ID ?? hostOf(env.APP_BASE_URL)
  if (rpId !== 'localhost' && env.AUTH_PASSKEY_APP_ORIGINS.some(isLocalPage))
    faults.push(
      'AUTH_PASSKEY_APP_ORIGINS can only contain http://localhost if the domain is localhost',
    )
  // With MAIL_DRIVER=settings, codes are off until the settings area has a mail server.
  if (
    env.AUTH_EMAIL_CODE &&
    env.APP_ENV === 'production' &&
    env.MAIL_DRIVER !== LEFT_TO_SETTINGS &&
    mailDriver(env) === 'log'
  )
    faults.push('AUTH_EMAIL_CODE needs a mail server: SMTP_URL or RESEND_API_KEY')
  if (env.S3_BUCKET && !(env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY))
    faults.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set for S3_BUCKET')
  return faults
}

const hostOf = (baseUrl: string | undefined) =>
  baseUrl === undefined ? 'localhost' : new URL(baseUrl).hostname

function localFaults(env: Environment): string[] {
  const faults: string[] = []
  if (env.HOST && !isLoopback(env.HOST))
    faults.push('HOST must be a loopback address while APP_ENV=local')
  if (env.APP_BASE_URL && !isLoopback(new URL(env.APP_BASE_URL).hostname))
    faults.push('APP_BASE_URL must be a loopback address while APP_ENV=local')
  return faults
}

function productionFaults(env: Environment): string[] {
  const missing = settingEntries
    .filter(([name, setting]) => setting.requiredInProduction && env[name] === undefined)
    .map(([name]) => `${name} must be set in production`)
  const unsafe = settingEntries.flatMap(([name, { checkInProduction }]) => {
    const value = env[name]
    const found = value === undefined ? null : checkInProduction?.(value)
    return [found ?? []].flat().flatMap((fault) => (fault === null ? [] : `${name} ${fault}`))
  })
  const faults = [...missing, ...unsafe]
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
    warnings.push(...weakLocalSecret(env.AUTH_JWT_SECRET))
  if (env.PAYMENT_PROVIDER === 'stripe' && !env.STRIPE_WEBHOOK_SECRET)
    warnings.push('STRIPE_WEBHOOK_SECRET is not set: without webhooks payments are settled late')
  if (mailDriver(env) !== 'log' && /@localhost>?$/.test(env.MAIL_FROM ?? DEFAULT_SENDER))
    warnings.push(
      'MAIL_FROM should be an address of your own domain: mail servers refuse mail from localhost',
    )
  warnings.push(...tracingWarnings(env))
  return warnings
}

/** How emails are sent: as MAIL_DRIVER says, otherwise by what is configured. */
export function mailDriver(env: Environment): 'smtp' | 'resend' | 'log' {
  if (env.MAIL_DRIVER && env.MAIL_DRIVER !== LEFT_TO_SETTINGS) return env.MAIL_DRIVER
  return env.SMTP_URL ? 'smtp' : env.RESEND_API_KEY ? 'resend' : 'log'
}

function weakLocalSecret(secret: string): string[] {
  const fault = checkSecret(secret)
  const risk = 'anyone who knows it can sign in as any user'
  return fault ? [`AUTH_JWT_SECRET ${fault} in production; ${risk}`] : []
}

function pushOnce(faults: string[], fault: string) {
  if (!faults.some((line) => line.startsWith('SEC_BOTCHECK'))) faults.push(fault)
}

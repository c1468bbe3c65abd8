import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { plainSettings } from '@/lib/config/define-setting'
import { declaredSettings, type Environment } from '@/lib/config/env'
import { DEFAULT_SENDER, LEFT_TO_SETTINGS, mailDriver } from '@/lib/config/environment-rules'
import { passkeySettings } from '@/lib/config/passkey-settings'
import type { ProviderSettings } from '@/lib/config/provider-settings'
import { tracingSettings } from '@/lib/config/tracing-settings'

/** Secrets that local mode generates and stores under DATA_DIR. */
export interface GeneratedSecrets {
  jwtSecret: string
  mfaEncryptionKey: string
}

/**
 * Builds the settings from variables that have passed `environmentFaults`. `secrets` is called only
 * if one is missing.
 */
export function toSettings(
  env: Environment,
  providers: ProviderSettings[],
  secrets: (dataDir: string) => GeneratedSecrets,
) {
  return merge(plainSettings(declaredSettings, env), computeSettings(env, providers, secrets))
}

/** The settings that depend on several variables. All others follow from their declarations. */
function computeSettings(
  env: Environment,
  providers: ProviderSettings[],
  secrets: (dataDir: string) => GeneratedSecrets,
) {
  const local = env.APP_ENV === 'local'
  const baseUrl = env.APP_BASE_URL ?? `http://localhost:${env.PORT}`
  const generated =
    env.AUTH_JWT_SECRET && env.AUTH_MFA_ENCRYPTION_KEY ? null : local ? secrets(env.DATA_DIR) : null
  return {
    local,
    baseUrl,
    /** Cookies have `__Host-` and Secure except over plain http, which only local mode allows. */
    secureCookies: baseUrl.startsWith('https:'),
    host: env.HOST ?? (local ? '127.0.0.1' : '0.0.0.0'),
    workers: workersOf(env),
    drainSeconds: env.DRAIN_SECONDS ?? (local ? 0 : 2),
    trustProxyHops: env.TRUST_PROXY_HOPS ?? 0,
    /** Null without traces. */
    tracing: tracingSettings(env),
    /** Whether addresses entered in the settings area may be private. */
    allowPrivateAddresses: env.OUTBOUND_ALLOW_PRIVATE_ADDRESSES ?? local,
    upstash:
      env.UPSTASH_REDIS_REST_URL && env.UPSTASH_REDIS_REST_TOKEN
        ? { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN }
        : null,
    tokens: {
      issuer: env.AUTH_JWT_ISSUER ?? baseUrl,
      secret: env.AUTH_JWT_SECRET ?? generated?.jwtSecret ?? '',
    },
    email: { linkBaseUrl: (env.AUTH_EMAIL_LINK_BASE_URL ?? baseUrl).replace(/\/+$/, '') },
    mfa: { encryptionKey: env.AUTH_MFA_ENCRYPTION_KEY ?? generated?.mfaEncryptionKey ?? '' },
    /** Null where passkeys can't work. */
    passkeys: passkeySettings(baseUrl, {
      rpId: env.AUTH_PASSKEY_RP_ID,
      appOrigins: env.AUTH_PASSKEY_APP_ORIGINS,
    }),
    /** Whether emailed codes sign in: never where they would only be in the log. */
    emailCode: env.AUTH_EMAIL_CODE && (local || mailDriver(env) !== 'log'),
    guard: {
      maxLoginAttemptsPerIp: env.AUTH_MAX_LOGIN_ATTEMPTS_PER_IP ?? env.AUTH_MAX_LOGIN_ATTEMPTS,
    },
    /** Null if off (local mode without keys). */
    botCheck:
      env.SEC_BOTCHECK_SITE_KEY && env.SEC_BOTCHECK_SECRET_KEY
        ? {
            siteKey: env.SEC_BOTCHECK_SITE_KEY,
            secretKey: env.SEC_BOTCHECK_SECRET_KEY,
            verifyUrl: env.SEC_BOTCHECK_VERIFY_URL,
            /** Whose pages may show the widget. */
            hostNames: [new URL(baseUrl).hostname, ...env.SEC_BOTCHECK_HOSTNAMES],
          }
        : null,
    external: {
      apiCallbackBaseUrl: (env.OAUTH_CALLBACK_BASE_URL ?? baseUrl).replace(/\/+$/, ''),
      /** The enabled ones, in the order that pages show them. */
      providers: providers.filter(({ id }) => !env.AUTH_DISABLED_PROVIDERS.includes(id)),
      /** Configured, but currently disabled. */
      disabledProviders: providers.flatMap(({ id }) =>
        env.AUTH_DISABLED_PROVIDERS.includes(id) ? [id] : [],
      ),
    },
    mail: {
      driver: mailDriver(env),
      /** Nothing is sent until an administrator sets up a sender in the dashboard. */
      leftToDashboard: env.MAIL_DRIVER === LEFT_TO_SETTINGS,
      from: mailSender(env.MAIL_FROM ?? DEFAULT_SENDER, env.BRAND_PRODUCT_NAME),
    },
    webhooks: { allowPrivateTargets: env.WEBHOOKS_ALLOW_PRIVATE_TARGETS ?? local },
    uploads: { folder: env.UPLOADS_DIR ?? join(env.DATA_DIR, 'uploads'), s3: s3Settings(env) },
    payments: {
      /** Null if payments are off (production without a provider). */
      provider: env.PAYMENT_PROVIDER ?? (local ? ('simulator' as const) : null),
      stripe: env.STRIPE_SECRET_KEY
        ? { secretKey: env.STRIPE_SECRET_KEY, apiBaseUrl: env.STRIPE_API_BASE_URL ?? null }
        : null,
    },
  }
}

const MAX_AUTO_WORKERS = 64

function workersOf({ WORKERS }: Environment): number {
  return WORKERS === 'auto' ? Math.min(MAX_AUTO_WORKERS, availableParallelism()) : WORKERS
}

/** Null if uploaded files are stored in a folder. */
function s3Settings(env: Environment) {
  return env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
    ? {
        bucket: env.S3_BUCKET,
        endpoint: env.S3_ENDPOINT ?? null,
        region: env.S3_REGION,
        accessKeyId: env.S3_ACCESS_KEY_ID,
        secretAccessKey: env.S3_SECRET_ACCESS_KEY,
        forcePathStyle: env.S3_FORCE_PATH_STYLE,
      }
    : null
}

/** The sender of emails: as configured, with the product's name added if it has no display name. */
function mailSender(from: string, productName: string): string {
  return from.includes('<') ? from : `"${productName}" <${from}>`
}

/** Both parts in one object; groups that both have are merged, and no property is in both. */
function merge<A extends object, B extends object>(plain: A, computed: B): A & B {
  const groups = Object.entries(computed).map(([name, value]: [string, unknown]) => {
    const group = (plain as Record<string, unknown>)[name]
    return [name, group === undefined ? value : { ...(group as object), ...(value as object) }]
  })
  return { ...plain, ...Object.fromEntries(groups) } as A & B
}

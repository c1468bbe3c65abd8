import { mailSender, readBrand } from '@/lib/config/brand-settings'
import type { Environment } from '@/lib/config/env'
import { DEFAULT_SENDER, mailDriver } from '@/lib/config/environment-rules'
import type { ProviderSettings } from '@/lib/config/provider-settings'

/** How text messages are sent, and how many may be. */
function smsSettings(env: Environment) {
  return {
    driver: env.SMS_DRIVER,
    twilio: {
      accountSid: env.TWILIO_ACCOUNT_SID ?? null,
      authToken: env.TWILIO_AUTH_TOKEN ?? null,
      from: env.TWILIO_FROM ?? null,
      region: env.TWILIO_REGION ?? null,
      edge: env.TWILIO_EDGE ?? null,
      /** A stub, in tests. */
      baseUrl: env.TWILIO_BASE_URL ?? null,
    },
    /** Empty for all countries. */
    allowedCountries: env.SMS_ALLOWED_COUNTRIES,
    dailyLimit: env.SMS_DAILY_LIMIT,
    countryDailyLimit: env.SMS_COUNTRY_DAILY_LIMIT,
  }
}

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
  const local = env.APP_ENV === 'local'
  const baseUrl = env.APP_BASE_URL ?? `http://localhost:${env.PORT}`
  const generated =
    env.AUTH_JWT_SECRET && env.AUTH_MFA_ENCRYPTION_KEY ? null : local ? secrets(env.DATA_DIR) : null
  return {
    appEnv: env.APP_ENV,
    local,
    baseUrl,
    /** Cookies have `__Host-` and Secure except over plain http, which only local mode allows. */
    secureCookies: baseUrl.startsWith('https:'),
    host: env.HOST ?? (local ? '127.0.0.1' : '0.0.0.0'),
    port: env.PORT,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    upstash:
      env.UPSTASH_REDIS_REST_URL && env.UPSTASH_REDIS_REST_TOKEN
        ? { url: env.UPSTASH_REDIS_REST_URL, token: env.UPSTASH_REDIS_REST_TOKEN }
        : null,
    logLevel: env.LOG_LEVEL,
    /** Null if metrics are off. */
    metricsToken: env.METRICS_TOKEN ?? null,
    trustProxyHops: env.TRUST_PROXY_HOPS ?? 0,
    corsAllowedOrigins: env.CORS_ALLOWED_ORIGINS,
    tokens: {
      issuer: env.AUTH_JWT_ISSUER ?? baseUrl,
      audience: env.AUTH_JWT_AUDIENCE,
      secret: env.AUTH_JWT_SECRET ?? generated?.jwtSecret ?? '',
      previousSecrets: env.AUTH_JWT_PREVIOUS_SECRETS,
      accessTokenTtlSeconds: env.AUTH_ACCESS_TOKEN_TTL,
      refreshTokenTtlSeconds: env.AUTH_REFRESH_TOKEN_TTL,
      sessionMaxLifetimeSeconds: env.AUTH_SESSION_MAX_LIFETIME,
      webRefreshOverlapSeconds: env.AUTH_WEB_REFRESH_OVERLAP,
    },
    email: {
      verifyTokenTtlSeconds: env.AUTH_VERIFY_TOKEN_TTL,
      resetTokenTtlSeconds: env.AUTH_RESET_TOKEN_TTL,
      invitationTokenTtlSeconds: env.AUTH_INVITATION_TOKEN_TTL,
      linkBaseUrl: (env.AUTH_EMAIL_LINK_BASE_URL ?? baseUrl).replace(/\/+$/, ''),
    },
    mfa: {
      encryptionKey: env.AUTH_MFA_ENCRYPTION_KEY ?? generated?.mfaEncryptionKey ?? '',
      previousEncryptionKeys: env.AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS,
    },
    /** Null if off (local mode without keys). */
    botCheck:
      env.SEC_BOTCHECK_SITE_KEY && env.SEC_BOTCHECK_SECRET_KEY
        ? {
            siteKey: env.SEC_BOTCHECK_SITE_KEY,
            secretKey: env.SEC_BOTCHECK_SECRET_KEY,
            verifyUrl: env.SEC_BOTCHECK_VERIFY_URL,
          }
        : null,
    external: {
      apiCallbackBaseUrl: (env.OAUTH_CALLBACK_BASE_URL ?? baseUrl).replace(/\/+$/, ''),
      appRedirectUris: env.OAUTH_APP_REDIRECT_URIS,
      /** The enabled ones, in the order that pages show them. */
      /** Configured, but currently disabled. */
      disabledProviders: providers.flatMap(({ id }) =>
        env.AUTH_DISABLED_PROVIDERS.includes(id) ? [id] : [],
      ),
      providers: providers.filter(({ id }) => !env.AUTH_DISABLED_PROVIDERS.includes(id)),
    },
    guard: {
      maxLoginAttempts: env.AUTH_MAX_LOGIN_ATTEMPTS,
      maxLoginAttemptsPerIp: env.AUTH_MAX_LOGIN_ATTEMPTS_PER_IP ?? env.AUTH_MAX_LOGIN_ATTEMPTS,
      lockoutDurationSeconds: env.AUTH_LOCKOUT_DURATION,
      ipRateLimit: env.AUTH_IP_RATE_LIMIT,
      userRateLimit: env.AUTH_USER_RATE_LIMIT,
    },
    permissionCacheTtlSeconds: env.AUTH_PERMISSION_CACHE_TTL,
    passwords: { minLength: env.AUTH_PASSWORD_MIN_LENGTH, hash: env.AUTH_PASSWORD_HASH },
    mail: {
      driver: mailDriver(env),
      smtpUrl: env.SMTP_URL ?? null,
      resendApiKey: env.RESEND_API_KEY ?? null,
      resendBaseUrl: env.RESEND_BASE_URL ?? null,
      from: mailSender(env.MAIL_FROM ?? DEFAULT_SENDER, env.BRAND_PRODUCT_NAME),
    },
    brand: readBrand(env),
    sms: smsSettings(env),
    /** Whether addresses entered in the settings area may be private. */
    allowPrivateAddresses: env.OUTBOUND_ALLOW_PRIVATE_ADDRESSES ?? local,
    uploads: {
      quotaBytes: env.UPLOADS_QUOTA_BYTES,
      maxFiles: env.UPLOADS_MAX_FILES,
      /** Null if uploaded files are stored under DATA_DIR. */
      s3:
        env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
          ? {
              bucket: env.S3_BUCKET,
              endpoint: env.S3_ENDPOINT ?? null,
              region: env.S3_REGION,
              accessKeyId: env.S3_ACCESS_KEY_ID,
              secretAccessKey: env.S3_SECRET_ACCESS_KEY,
              forcePathStyle: env.S3_FORCE_PATH_STYLE === 'true',
            }
          : null,
    },
    payments: {
      /** Null if payments are off (production without a provider). */
      provider: env.PAYMENT_PROVIDER ?? (local ? ('simulator' as const) : null),
      stripe: env.STRIPE_SECRET_KEY
        ? { secretKey: env.STRIPE_SECRET_KEY, apiBaseUrl: env.STRIPE_API_BASE_URL ?? null }
        : null,
      stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
    },
    bootstrapAdminEmail: env.BOOTSTRAP_ADMIN_EMAIL?.toLowerCase() ?? null,
  }
}

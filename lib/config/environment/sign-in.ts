import { defineSection, defineSetting } from '@/lib/config/define-setting'
import {
  checkSecret,
  choice,
  duration,
  EXAMPLE_JWT_SECRET,
  flag,
  listOf,
  text,
  webUrl,
  wholeNumber,
} from '@/lib/config/setting-formats'
import { signingKeys } from '@/lib/config/signing-keys'

const DAY = 86_400

export const passwords = defineSection({
  title: 'Passwords',
  settings: {
    AUTH_PASSWORD_MIN_LENGTH: defineSetting({
      schema: wholeNumber(128, 8),
      default: '12',
      property: 'passwords.minLength',
      editable: {
        area: 'policy',
        name: 'password_min_length',
        kind: 'number',
        group: 'sign_in',
        label: { en: 'Minimum password length', tr: 'En kısa parola uzunluğu' },
        hint: { en: 'At least 8 characters.', tr: 'En az 8 karakter.' },
        min: 8,
        max: 128,
      },
    }),
    AUTH_PASSWORD_HASH: defineSetting({
      schema: choice('argon2id', 'bcrypt'),
      default: 'argon2id',
      property: 'passwords.hash',
      description:
        'argon2id or bcrypt (which refuses passwords over 72 bytes). Hashes of the other kind ' +
        'stay valid and are replaced at sign-in.',
    }),
  },
})

export const tokens = defineSection({
  title: 'Tokens and sessions',
  settings: {
    AUTH_JWT_ISSUER: defineSetting({
      schema: text,
      property: null,
      description: 'Default: APP_BASE_URL',
    }),
    AUTH_JWT_AUDIENCE: defineSetting({
      schema: text,
      default: 'api',
      property: 'tokens.audience',
    }),
    AUTH_JWT_SECRET: defineSetting({
      schema: text,
      property: null,
      description:
        'Signs refresh tokens, and access tokens unless AUTH_JWT_SIGNING_KEYS is set; at least ' +
        '32 random characters. openssl rand -base64 48',
      example: EXAMPLE_JWT_SECRET,
      requiredInProduction: true,
      checkInProduction: checkSecret,
    }),
    AUTH_JWT_PREVIOUS_SECRETS: defineSetting({
      schema: listOf(text),
      default: '',
      property: 'tokens.previousSecrets',
      description:
        'Previous secrets, separated by commas. Tokens signed with them stay valid until they ' +
        'expire; they never sign new ones.',
      checkInProduction: (secrets) => secrets.map(checkSecret),
    }),
    AUTH_JWT_SIGNING_KEYS: defineSetting({
      schema: signingKeys,
      property: 'tokens.signingKeys',
      description:
        'Signs access tokens so that other services can verify them: private JWKs (ES256 or ' +
        'EdDSA) in a JSON array. The first one signs; the public parts of all are at ' +
        '/.well-known/jwks.json. npx gatehousectl keys generate',
    }),
    AUTH_JWT_KEY_ROTATION: defineSetting({
      schema: duration.refine((seconds) => seconds >= DAY, { error: 'must be at least 1d' }),
      property: 'tokens.keyRotationSeconds',
      description:
        'Instead of AUTH_JWT_SIGNING_KEYS: Gatehouse creates keys in the database, and a new one ' +
        'whenever the last one has signed for this long, such as 90d.',
    }),
    AUTH_ACCESS_TOKEN_TTL: defineSetting({
      schema: duration,
      default: '15m',
      property: 'tokens.accessTokenTtlSeconds',
      editable: {
        area: 'policy',
        name: 'access_token_ttl',
        kind: 'duration',
        group: 'sessions',
        label: { en: 'Access token lifetime', tr: 'Erişim belirtecinin geçerlilik süresi' },
        hint: { en: 'For example: 15m', tr: 'Örneğin: 15m' },
        min: 60,
        max: DAY,
      },
    }),
    AUTH_REFRESH_TOKEN_TTL: defineSetting({
      schema: duration,
      default: '30d',
      property: 'tokens.refreshTokenTtlSeconds',
      description:
        'A session that is not used for this long ends. Each refresh restarts the time …',
      editable: {
        area: 'policy',
        name: 'refresh_token_ttl',
        kind: 'duration',
        group: 'sessions',
        label: { en: 'Inactivity timeout', tr: 'Hareketsizlik zaman aşımı' },
        hint: {
          en: 'For example: 30d. Applies to new and refreshed sessions.',
          tr: 'Örneğin: 30d. Yeni ve yenilenen oturumlar için geçerlidir.',
        },
        min: 300,
        max: 365 * DAY,
      },
    }),
    AUTH_SESSION_MAX_LIFETIME: defineSetting({
      schema: duration,
      default: '90d',
      property: 'tokens.sessionMaxLifetimeSeconds',
      description: '… until the session reaches this age.',
      editable: {
        area: 'policy',
        name: 'session_max_lifetime',
        kind: 'duration',
        group: 'sessions',
        label: { en: 'Maximum session lifetime', tr: 'En uzun oturum süresi' },
        hint: {
          en: 'For example: 90d. Applies to new sessions.',
          tr: 'Örneğin: 90d. Yeni oturumlar için geçerlidir.',
        },
        min: 300,
        max: 365 * DAY,
      },
    }),
    AUTH_MAX_SESSIONS_PER_USER: defineSetting({
      schema: wholeNumber(1000, 0),
      default: '0',
      property: 'tokens.maxSessionsPerUser',
      description:
        'How many sessions each user can have; 0: any number. A sign-in beyond it ends the session ' +
        'that has not been used for the longest time.',
      editable: {
        area: 'policy',
        name: 'max_sessions_per_user',
        kind: 'number',
        group: 'sessions',
        label: { en: 'Sessions per user', tr: 'Kullanıcı başına oturum' },
        hint: {
          en: '0 means no limit. A sign-in over the limit ends the session that hasn’t been used for the longest time.',
          tr: '0, sınır olmadığı anlamına gelir. Sınırı aşan bir oturum açma, en uzun süredir kullanılmayan oturumu kapatır.',
        },
        min: 0,
        max: 1000,
      },
    }),
    AUTH_REAUTH_MAX_AGE: defineSetting({
      schema: duration,
      default: '12h',
      property: 'reauth.sensitiveSeconds',
      description:
        'How recent a sign-in must be to change or assign roles, import users, change webhooks or ' +
        'the address of another user, or reset the two-step verification of others.',
      editable: {
        area: 'policy',
        name: 'reauth_max_age',
        kind: 'duration',
        group: 'sessions',
        label: {
          en: 'Maximum sign-in age for sensitive actions',
          tr: 'Hassas işlemler için son oturum açmadan bu yana geçebilecek en uzun süre',
        },
        hint: {
          en: 'For example: 12h. For changing and assigning roles, imports, webhooks, and the email address and two-step verification of others.',
          tr: 'Örneğin: 12h. Rolleri değiştirmek ve atamak, içe aktarma, webhook’lar, başkalarının e-posta adresi ve iki adımlı doğrulaması için.',
        },
        min: 600,
        max: 30 * DAY,
      },
    }),
    AUTH_REAUTH_CRITICAL_MAX_AGE: defineSetting({
      schema: duration.refine((seconds) => seconds >= 60 && seconds <= 600, {
        error: 'must be from 1m to 10m',
      }),
      default: '10m',
      property: 'reauth.criticalSeconds',
      description:
        "The same for API keys, settings, sign-in methods, a user's own email address, and erasure. At " +
        'most 10m.',
      editable: {
        area: 'policy',
        name: 'reauth_critical_max_age',
        kind: 'duration',
        group: 'sessions',
        label: {
          en: 'Maximum sign-in age for keys and settings',
          tr: 'Anahtarlar ve ayarlar için son oturum açmadan bu yana geçebilecek en uzun süre',
        },
        hint: {
          en: 'From 1m to 10m. Also applies to sign-in methods, your own email address, and erasure.',
          tr: '1m ile 10m arası. Oturum açma yöntemleri, kullanıcının kendi e-posta adresi ve kalıcı silme için de geçerlidir.',
        },
        min: 60,
        max: 600,
      },
    }),
    AUTH_WEB_REFRESH_OVERLAP: defineSetting({
      schema: duration,
      default: '10s',
      property: 'tokens.webRefreshOverlapSeconds',
      description: 'Parallel tabs can present the same refresh cookie within this time.',
    }),
    AUTH_PERMISSION_CACHE_TTL: defineSetting({
      schema: duration,
      default: '60s',
      property: 'permissionCacheTtlSeconds',
      description:
        'How long a process may use cached permissions, even if it hears of no change. While it ' +
        'is cut off from the other instances, it reads them for each request.',
    }),
  },
})

export const emailLinks = defineSection({
  title: 'Links in emails',
  settings: {
    AUTH_VERIFY_TOKEN_TTL: defineSetting({
      schema: duration,
      default: '24h',
      property: 'email.verifyTokenTtlSeconds',
    }),
    AUTH_RESET_TOKEN_TTL: defineSetting({
      schema: duration,
      default: '30m',
      property: 'email.resetTokenTtlSeconds',
    }),
    AUTH_INVITATION_TOKEN_TTL: defineSetting({
      schema: duration,
      default: '7d',
      property: 'email.invitationTokenTtlSeconds',
    }),
    AUTH_EMAIL_LINK_BASE_URL: defineSetting({
      schema: webUrl,
      property: null,
      description: 'Default: APP_BASE_URL',
    }),
  },
})

export const emailCodes = defineSection({
  title: 'Sign-in by email',
  settings: {
    AUTH_EMAIL_CODE: defineSetting({
      schema: flag,
      default: 'false',
      property: null,
      description:
        'Whether users can sign in with a code or link sent to their email address, instead of the ' +
        'password. One factor: two-step verification still applies. Needs SMTP_URL or RESEND_API_KEY.',
      editable: {
        area: 'policy',
        name: 'email_code',
        kind: 'boolean',
        group: 'sign_in',
        label: {
          en: 'Sign in with a code sent by email',
          tr: 'E-postayla gönderilen kodla oturum açma',
        },
        hint: {
          en: 'Replaces the password, not two-step verification. Needs an email server.',
          tr: 'Parolanın yerine geçer, iki adımlı doğrulamanın değil. E-posta sunucusu gerektirir.',
        },
      },
    }),
  },
})

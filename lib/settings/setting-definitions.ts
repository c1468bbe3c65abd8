import { z } from 'zod'
import type { Environment } from '@/lib/config/env'
import type { Settings } from '@/lib/config/settings'

/** The areas whose settings are environment variables that can also be stored. */
export const storedAreaName = z.enum(['mail', 'notifications', 'payments', 'brand', 'policy'])
export type StoredArea = z.output<typeof storedAreaName>

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

/**
 * A setting that administrators can store unless the environment sets it. Its value has the format
 * of the variable (lib/config/env.ts); the limits here are stricter.
 */
export interface SettingDefinition {
  area: StoredArea
  /** The name in the API and in forms. */
  name: string
  env: keyof Environment
  kind: SettingKind
  /** The options of a choice; the environment may accept more. */
  choices?: readonly string[]
  /**
   * Limits of a number, or of a duration in seconds. They apply to the dashboard; the environment
   * may exceed them.
   */
  min?: number
  max?: number
  /** Computes the value in force where the variable alone does not determine it. */
  effective?: (settings: Settings) => string | number
}

const DAY = 86_400

/** All settings of the settings area, in the order in which pages show them. */
export const settingDefinitions: readonly SettingDefinition[] = [
  {
    area: 'mail',
    name: 'mail_driver',
    env: 'MAIL_DRIVER',
    kind: 'choice',
    choices: ['smtp', 'resend', 'log'],
    effective: ({ mail }) => mail.driver,
  },
  {
    area: 'mail',
    name: 'mail_from',
    env: 'MAIL_FROM',
    kind: 'text',
    effective: ({ mail }) => mail.from,
  },
  { area: 'mail', name: 'smtp_url', env: 'SMTP_URL', kind: 'secret' },
  { area: 'mail', name: 'resend_api_key', env: 'RESEND_API_KEY', kind: 'secret' },

  { area: 'brand', name: 'product_name', env: 'BRAND_PRODUCT_NAME', kind: 'text' },
  { area: 'brand', name: 'accent_color', env: 'BRAND_ACCENT_COLOR', kind: 'color' },
  { area: 'brand', name: 'support_email', env: 'BRAND_SUPPORT_EMAIL', kind: 'email' },
  { area: 'brand', name: 'terms_url', env: 'BRAND_TERMS_URL', kind: 'url' },
  { area: 'brand', name: 'privacy_url', env: 'BRAND_PRIVACY_URL', kind: 'url' },
  {
    area: 'brand',
    name: 'logo_light_upload_id',
    env: 'BRAND_LOGO_LIGHT_UPLOAD_ID',
    kind: 'upload',
  },
  { area: 'brand', name: 'logo_dark_upload_id', env: 'BRAND_LOGO_DARK_UPLOAD_ID', kind: 'upload' },

  {
    area: 'notifications',
    name: 'sms_driver',
    env: 'SMS_DRIVER',
    kind: 'choice',
    choices: ['log', 'twilio'],
  },
  { area: 'notifications', name: 'twilio_account_sid', env: 'TWILIO_ACCOUNT_SID', kind: 'text' },
  { area: 'notifications', name: 'twilio_auth_token', env: 'TWILIO_AUTH_TOKEN', kind: 'secret' },
  { area: 'notifications', name: 'twilio_from', env: 'TWILIO_FROM', kind: 'text' },
  { area: 'notifications', name: 'twilio_region', env: 'TWILIO_REGION', kind: 'text' },
  { area: 'notifications', name: 'twilio_edge', env: 'TWILIO_EDGE', kind: 'text' },
  {
    area: 'notifications',
    name: 'sms_allowed_countries',
    env: 'SMS_ALLOWED_COUNTRIES',
    kind: 'list',
  },
  {
    area: 'notifications',
    name: 'sms_daily_limit',
    env: 'SMS_DAILY_LIMIT',
    kind: 'number',
    min: 1,
    max: 1_000_000,
  },
  {
    area: 'notifications',
    name: 'sms_country_daily_limit',
    env: 'SMS_COUNTRY_DAILY_LIMIT',
    kind: 'number',
    min: 1,
    max: 1_000_000,
  },

  {
    area: 'payments',
    name: 'payment_provider',
    env: 'PAYMENT_PROVIDER',
    kind: 'choice',
    choices: ['simulator', 'stripe'],
    effective: ({ payments }) => payments.provider ?? '',
  },
  { area: 'payments', name: 'stripe_secret_key', env: 'STRIPE_SECRET_KEY', kind: 'secret' },
  { area: 'payments', name: 'stripe_webhook_secret', env: 'STRIPE_WEBHOOK_SECRET', kind: 'secret' },

  {
    area: 'policy',
    name: 'password_min_length',
    env: 'AUTH_PASSWORD_MIN_LENGTH',
    kind: 'number',
    min: 8,
    max: 128,
  },
  {
    area: 'policy',
    name: 'access_token_ttl',
    env: 'AUTH_ACCESS_TOKEN_TTL',
    kind: 'duration',
    min: 60,
    max: DAY,
  },
  {
    area: 'policy',
    name: 'refresh_token_ttl',
    env: 'AUTH_REFRESH_TOKEN_TTL',
    kind: 'duration',
    min: 300,
    max: 365 * DAY,
  },
  {
    area: 'policy',
    name: 'session_max_lifetime',
    env: 'AUTH_SESSION_MAX_LIFETIME',
    kind: 'duration',
    min: 300,
    max: 365 * DAY,
  },
  // A lockout with no duration, or after a thousand attempts, would have no effect.
  {
    area: 'policy',
    name: 'max_login_attempts',
    env: 'AUTH_MAX_LOGIN_ATTEMPTS',
    kind: 'number',
    min: 1,
    max: 100,
  },
  {
    area: 'policy',
    name: 'max_login_attempts_per_ip',
    env: 'AUTH_MAX_LOGIN_ATTEMPTS_PER_IP',
    kind: 'number',
    min: 1,
    max: 1000,
    effective: ({ guard }) => guard.maxLoginAttemptsPerIp,
  },
  {
    area: 'policy',
    name: 'lockout_duration',
    env: 'AUTH_LOCKOUT_DURATION',
    kind: 'duration',
    min: 60,
    max: 30 * DAY,
  },
  { area: 'policy', name: 'botcheck_site_key', env: 'SEC_BOTCHECK_SITE_KEY', kind: 'text' },
  { area: 'policy', name: 'botcheck_secret_key', env: 'SEC_BOTCHECK_SECRET_KEY', kind: 'secret' },
  { area: 'policy', name: 'disabled_providers', env: 'AUTH_DISABLED_PROVIDERS', kind: 'list' },
  {
    area: 'policy',
    name: 'uploads_quota_bytes',
    env: 'UPLOADS_QUOTA_BYTES',
    kind: 'number',
    min: 1,
    max: 999_999_999,
  },
  {
    area: 'policy',
    name: 'uploads_max_files',
    env: 'UPLOADS_MAX_FILES',
    kind: 'number',
    min: 1,
    max: 1_000_000,
  },
]

export function settingsOf(area: StoredArea): readonly SettingDefinition[] {
  return settingDefinitions.filter((definition) => definition.area === area)
}

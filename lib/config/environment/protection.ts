import { defineSection, defineSetting } from '@/lib/config/define-setting'
import {
  duration,
  hostName,
  listOf,
  rate,
  text,
  webUrl,
  wholeNumber,
} from '@/lib/config/setting-formats'

const DAY = 86_400

export const limits = defineSection({
  title: 'Limits',
  settings: {
    AUTH_MAX_LOGIN_ATTEMPTS: defineSetting({
      schema: wholeNumber(10_000),
      default: '5',
      property: 'guard.maxLoginAttempts',
      description: 'Failed sign-ins per email address and per IP address before a lockout.',
      // A lockout with no duration, or after a thousand attempts, would have no effect.
      editable: {
        area: 'policy',
        name: 'max_login_attempts',
        kind: 'number',
        group: 'attacks',
        label: {
          en: 'Failed sign-ins per account',
          tr: 'Hesap başına başarısız oturum açma denemesi',
        },
        hint: {
          en: 'From 1 to 100, before the lockout starts.',
          tr: 'Kilitleme başlamadan önce; 1 ile 100 arası.',
        },
        min: 1,
        max: 100,
      },
    }),
    AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: defineSetting({
      schema: wholeNumber(1_000_000),
      property: null,
      description:
        'A separate limit per IP address. Raise it (to 50, for example) for offices and ' +
        'schools, where many users share one address; otherwise, a few mistyped passwords ' +
        'lock out everyone there who signs in on a new device.\n' +
        'Default: AUTH_MAX_LOGIN_ATTEMPTS',
      editable: {
        area: 'policy',
        name: 'max_login_attempts_per_ip',
        kind: 'number',
        group: 'attacks',
        label: {
          en: 'Failed sign-ins per IP address',
          tr: 'IP adresi başına başarısız oturum açma denemesi',
        },
        hint: {
          en: 'From 1 to 1,000. Increase it for offices where many users share an IP address.',
          tr: '1 ile 1.000 arası. Birçok kişinin aynı IP adresini paylaştığı ofisler için artırın.',
        },
        min: 1,
        max: 1000,
      },
    }),
    AUTH_LOCKOUT_DURATION: defineSetting({
      schema: duration,
      default: '15m',
      property: 'guard.lockoutDurationSeconds',
      editable: {
        area: 'policy',
        name: 'lockout_duration',
        kind: 'duration',
        group: 'attacks',
        label: { en: 'Lockout duration', tr: 'Kilitleme süresi' },
        hint: { en: 'For example: 15m. At least 1m.', tr: 'Örneğin: 15m. En az 1m.' },
        min: 60,
        max: 30 * DAY,
      },
    }),
    AUTH_IP_RATE_LIMIT: defineSetting({
      schema: rate,
      default: '100/1m',
      property: 'guard.ipRateLimit',
      description:
        'Public requests that change something, per client address: number/time. Of refreshes ' +
        'and sign-outs, only failed ones count.',
    }),
    AUTH_USER_RATE_LIMIT: defineSetting({
      schema: rate,
      default: '120/1m',
      property: 'guard.userRateLimit',
      description:
        "Changes to a user's own account, inbox, and preferences, and file downloads, per " +
        'user, and per API key: number/time.',
    }),
  },
})

export const botCheck = defineSection({
  title: 'Bot check',
  settings: {
    SEC_BOTCHECK_SITE_KEY: defineSetting({
      schema: text,
      property: null,
      description:
        'Keys of Cloudflare Turnstile, or of hCaptcha with its VERIFY_URL. Set both or ' +
        'neither. Empty: off, which only local mode allows. Register the host name of ' +
        'APP_BASE_URL with the provider: a token for another name is refused, unless ' +
        'SEC_BOTCHECK_HOSTNAMES has it.',
      requiredInProduction: true,
      editable: {
        area: 'policy',
        name: 'botcheck_site_key',
        kind: 'text',
        group: 'attacks',
        label: { en: 'Bot check site key', tr: 'Bot kontrolü site anahtarı' },
        hint: {
          en: 'Set both keys or neither.',
          tr: 'İki anahtarı da girin ya da ikisini de boş bırakın.',
        },
      },
    }),
    SEC_BOTCHECK_SECRET_KEY: defineSetting({
      schema: text,
      property: null,
      requiredInProduction: true,
      editable: {
        area: 'policy',
        name: 'botcheck_secret_key',
        kind: 'secret',
        group: 'attacks',
        label: { en: 'Bot check secret key', tr: 'Bot kontrolü gizli anahtarı' },
      },
    }),
    SEC_BOTCHECK_HOSTNAMES: defineSetting({
      schema: listOf(hostName),
      default: '',
      property: null,
      description:
        'Further host names whose pages may show the bot check, separated by commas: those of ' +
        'your own sign-in forms. Register them with the provider, too.',
      editable: {
        area: 'policy',
        name: 'botcheck_hostnames',
        kind: 'list',
        refusedAs: 'invalid_host_name',
        group: 'attacks',
        label: {
          en: 'Additional bot check host names',
          tr: 'Bot kontrolü için ek sunucu adları',
        },
        hint: {
          en: 'The host names of your own sign-in forms, separated by commas, for example: www.example.org. Register them with the provider, too.',
          tr: 'Kendi oturum açma formlarınızın sunucu adları, virgülle ayrılmış, örneğin: www.example.org. Bunları sağlayıcıya da kaydedin.',
        },
      },
    }),
    SEC_BOTCHECK_VERIFY_URL: defineSetting({
      schema: webUrl,
      default: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      property: null,
      description:
        "Default: Turnstile's. hCaptcha: https://api.hcaptcha.com/siteverify. Answers of any " +
        'other verifier may lack a hostname.',
      example: '',
    }),
  },
})

import { defineSection, defineSetting } from '@/lib/config/define-setting'
import {
  choice,
  flag,
  listOf,
  text,
  textThat,
  urlWith,
  webUrl,
  wholeNumber,
} from '@/lib/config/setting-formats'

const hostLabel = textThat(
  (value) => /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(value),
  'is not a name such as ie1',
)

const LOG_ONLY = { en: 'Log only', tr: 'Yalnızca günlük' }

export const email = defineSection({
  title: 'Email',
  settings: {
    MAIL_DRIVER: defineSetting({
      schema: choice('smtp', 'resend', 'log', 'settings'),
      property: null,
      description:
        'smtp, resend, log, or settings. Default: whichever is configured below, otherwise ' +
        'log. log sends nothing, so no one can confirm an address or reset a password; ' +
        'production uses it only if you set it here. settings starts without a sender and ' +
        'leaves email to the settings area of the dashboard; nothing is sent until it is ' +
        'configured there.',
      editable: {
        area: 'mail',
        name: 'mail_driver',
        kind: 'choice',
        label: { en: 'Email provider', tr: 'E-posta sağlayıcısı' },
        hint: {
          en: 'Automatic uses the provider configured below.',
          tr: '“Otomatik” seçeneği, aşağıda yapılandırılan sağlayıcıyı kullanır.',
        },
        choices: {
          smtp: { en: 'SMTP server', tr: 'SMTP sunucusu' },
          resend: 'Resend',
          log: LOG_ONLY,
        },
      },
    }),
    MAIL_FROM: defineSetting({
      schema: textThat(
        (value) => /^(?:[^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(value),
        'is not a sender such as Acme <no-reply@example.org>',
      ),
      property: null,
      description:
        '(production) The sender, at a domain of yours: Acme <no-reply@example.org>. Without ' +
        'a name, BRAND_PRODUCT_NAME is used. Not needed in local mode.',
      editable: {
        area: 'mail',
        name: 'mail_from',
        kind: 'text',
        refusedAs: 'invalid_sender',
        label: { en: 'Sender', tr: 'Gönderen' },
        hint: {
          en: 'For example: Acme <no-reply@example.org>',
          tr: 'Örneğin: Acme <no-reply@example.org>',
        },
      },
    }),
    SMTP_URL: defineSetting({
      schema: urlWith(/^smtps?:$/, 'is not an smtp:// address'),
      property: 'mail.smtpUrl',
      description:
        'smtp://user:password@mail.example.com:587, or smtps:// for TLS from the first byte',
      editable: {
        area: 'mail',
        name: 'smtp_url',
        kind: 'secret',
        refusedAs: 'invalid_smtp_url',
        label: { en: 'SMTP URL', tr: 'SMTP URL’si' },
        hint: {
          en: 'For example: smtps://user:password@mail.example.org',
          tr: 'Örneğin: smtps://kullanici:parola@mail.example.org',
        },
      },
    }),
    RESEND_API_KEY: defineSetting({
      schema: text,
      property: 'mail.resendApiKey',
      editable: {
        area: 'mail',
        name: 'resend_api_key',
        kind: 'secret',
        label: { en: 'Resend API key', tr: 'Resend API anahtarı' },
      },
    }),
    RESEND_BASE_URL: defineSetting({
      schema: webUrl,
      property: 'mail.resendBaseUrl',
      description: "Another address of Resend's API. Default: https://api.resend.com",
    }),
  },
})

export const textMessages = defineSection({
  title: 'Text messages',
  settings: {
    SMS_DRIVER: defineSetting({
      schema: choice('log', 'twilio'),
      default: 'log',
      property: 'sms.driver',
      description:
        'log sends nothing: local mode shows messages in its outbox, production writes them ' +
        'to the log with codes masked.\n' +
        'twilio sends through Twilio and needs the three settings below. See ' +
        'docs/text-messages.md.',
      editable: {
        area: 'notifications',
        name: 'sms_driver',
        kind: 'choice',
        label: { en: 'Text message provider', tr: 'Kısa mesaj sağlayıcısı' },
        choices: { log: LOG_ONLY, twilio: 'Twilio' },
      },
    }),
    TWILIO_ACCOUNT_SID: defineSetting({
      schema: textThat(
        (value) => /^AC[0-9a-f]{32}$/i.test(value),
        'is not an account SID such as AC…',
      ),
      property: 'sms.twilio.accountSid',
      editable: {
        area: 'notifications',
        name: 'twilio_account_sid',
        kind: 'text',
        label: { en: 'Twilio account SID', tr: 'Twilio hesap SID’si' },
      },
    }),
    TWILIO_AUTH_TOKEN: defineSetting({
      schema: text,
      property: 'sms.twilio.authToken',
      editable: {
        area: 'notifications',
        name: 'twilio_auth_token',
        kind: 'secret',
        label: { en: 'Twilio auth token', tr: 'Twilio kimlik doğrulama belirteci' },
      },
    }),
    TWILIO_FROM: defineSetting({
      schema: textThat(
        (value) => /^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/i.test(value),
        'is neither a number such as +12025550123 nor a messaging service such as MG…',
      ),
      property: 'sms.twilio.from',
      description:
        'A number of yours in international format, or the SID of a messaging service (MG…). ' +
        'Set its incoming-message webhook to POST <APP_BASE_URL>/api/v1/webhooks/sms/twilio, ' +
        'so that replies such as STOP and START are honored.',
      editable: {
        area: 'notifications',
        name: 'twilio_from',
        kind: 'text',
        label: { en: 'Sender', tr: 'Gönderen' },
        hint: {
          en: 'A phone number such as +15005550006 or a messaging service SID (MG…).',
          tr: '+15005550006 gibi bir telefon numarası veya bir mesajlaşma hizmeti SID’si (MG…).',
        },
      },
    }),
    TWILIO_REGION: defineSetting({
      schema: hostLabel,
      property: 'sms.twilio.region',
      description: 'A Twilio region and edge, such as ie1 and dublin. Default: the United States',
      editable: {
        area: 'notifications',
        name: 'twilio_region',
        kind: 'text',
        label: { en: 'Twilio region', tr: 'Twilio bölgesi' },
        hint: { en: 'For example: ie1', tr: 'Örneğin: ie1' },
      },
    }),
    TWILIO_EDGE: defineSetting({
      schema: hostLabel,
      property: 'sms.twilio.edge',
      editable: {
        area: 'notifications',
        name: 'twilio_edge',
        kind: 'text',
        label: { en: 'Twilio edge location', tr: 'Twilio uç konumu' },
        hint: { en: 'For example: dublin', tr: 'Örneğin: dublin' },
      },
    }),
    TWILIO_BASE_URL: defineSetting({
      schema: webUrl,
      property: 'sms.twilio.baseUrl',
      description: "Tests only, refused in production: another address of Twilio's API.",
      // This host receives every message and the credentials. A stand-in belongs in tests.
      checkInProduction: () => 'must not be set in production',
    }),
    SMS_ALLOWED_COUNTRIES: defineSetting({
      schema: listOf(
        textThat(
          (value) => /^[1-9]\d{0,6}$/.test(value),
          'contains something other than a calling code',
        ),
      ),
      default: '',
      property: 'sms.allowedCountries',
      description:
        'Calling codes that messages may be sent to, such as 1,44,90. Empty: all. 1 means the ' +
        'United States and Canada; the other countries of that zone are listed with their ' +
        'area code (1876).',
      editable: {
        area: 'notifications',
        name: 'sms_allowed_countries',
        kind: 'list',
        label: { en: 'Allowed country codes', tr: 'İzin verilen ülke kodları' },
        hint: {
          en: 'Separate with commas, for example: 1, 44, 90. Leave empty to allow all countries.',
          tr: 'Virgülle ayırın, örneğin: 1, 44, 90. Tüm ülkelere izin vermek için boş bırakın.',
        },
      },
    }),
    SMS_DAILY_LIMIT: defineSetting({
      schema: wholeNumber(10_000_000),
      default: '1000',
      property: 'sms.dailyLimit',
      description: 'Messages per day: of the whole service, and confirmation codes to one country.',
      editable: {
        area: 'notifications',
        name: 'sms_daily_limit',
        kind: 'number',
        label: { en: 'Maximum messages per day', tr: 'Günlük en fazla mesaj sayısı' },
        min: 1,
        max: 1_000_000,
      },
    }),
    SMS_COUNTRY_DAILY_LIMIT: defineSetting({
      schema: wholeNumber(10_000_000),
      default: '200',
      property: 'sms.countryDailyLimit',
      editable: {
        area: 'notifications',
        name: 'sms_country_daily_limit',
        kind: 'number',
        label: {
          en: 'Maximum confirmation codes per day per country',
          tr: 'Ülke başına günlük en fazla doğrulama kodu sayısı',
        },
        min: 1,
        max: 1_000_000,
      },
    }),
  },
})

export const webhooks = defineSection({
  title: 'Webhooks',
  settings: {
    WEBHOOKS_ALLOW_PRIVATE_TARGETS: defineSetting({
      schema: flag,
      property: null,
      description:
        'Whether webhooks may be sent to private, loopback, and link-local addresses, and over ' +
        'plain http. Default: true in local mode, false in production',
    }),
  },
})

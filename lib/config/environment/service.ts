import { defineSection, defineSetting } from '@/lib/config/define-setting'
import { emailAddress } from '@/lib/config/email-address'
import {
  checkHttps,
  checkSecret,
  choice,
  duration,
  durationOfDays,
  durationOrOff,
  flag,
  listOf,
  origin,
  text,
  textThat,
  wholeNumber,
  workers,
} from '@/lib/config/setting-formats'

export const service = defineSection({
  title: 'Service',
  settings: {
    APP_ENV: defineSetting({
      schema: choice('local', 'production'),
      default: 'local',
      property: 'appEnv',
      description:
        'local: this machine only, embedded database, generated secrets, emails printed in ' +
        'the terminal.\n' +
        'production: everything below that is marked (production) must be set.',
    }),
    APP_BASE_URL: defineSetting({
      schema: origin,
      property: null,
      description:
        'The address that users open, without a path; https in production. Links and the ' +
        'token issuer use it.',
      example: 'http://localhost:3000',
      requiredInProduction: true,
      checkInProduction: checkHttps,
    }),
    HOST: defineSetting({
      schema: text,
      property: null,
      description:
        'The interface to listen on. Default: 127.0.0.1 in local mode (only loopback is ' +
        'allowed there), otherwise 0.0.0.0.',
      example: '127.0.0.1',
    }),
    PORT: defineSetting({
      schema: wholeNumber(65_535),
      default: '3000',
      property: 'port',
    }),
    WORKERS: defineSetting({
      schema: workers,
      default: '1',
      property: null,
      description:
        'How many processes serve requests: a number, or auto for one per core. More than one ' +
        'needs DATABASE_URL.',
    }),
    DATA_DIR: defineSetting({
      schema: text,
      default: '.data',
      property: 'dataDir',
      description:
        'The folder for the embedded database, generated secrets, and uploaded files. Only ' +
        'one running process per folder.',
    }),
    LOG_LEVEL: defineSetting({
      schema: choice('debug', 'info', 'warn', 'error'),
      default: 'info',
      property: 'logLevel',
      description: 'debug, info, warn, or error',
    }),
    METRICS_TOKEN: defineSetting({
      schema: textThat(
        (value) => /^[\x21-\x7e]+$/.test(value),
        'contains characters that a token cannot have',
      ),
      property: 'metricsToken',
      description:
        'Requests with this Bearer token can read /metrics (Prometheus). Empty: no metrics. ' +
        'openssl rand -base64 32',
      checkInProduction: checkSecret,
    }),
    TRUST_PROXY_HOPS: defineSetting({
      schema: wholeNumber(9, 0),
      property: null,
      description:
        'How many proxies are in front, each appending to X-Forwarded-For; 0 ignores that ' +
        'header. If the number is too high, clients can choose the address that limits and ' +
        'lockouts count.',
      example: '0',
      requiredInProduction: true,
    }),
    DRAIN_SECONDS: defineSetting({
      schema: wholeNumber(60, 0),
      property: null,
      description:
        'How long a stopping service still accepts connections while /readyz returns 503, so ' +
        'that load balancers notice it first. Default: 2 in production, 0 in local mode',
      example: '2',
    }),
    CORS_ALLOWED_ORIGINS: defineSetting({
      schema: listOf(origin),
      default: '',
      property: 'corsAllowedOrigins',
      description:
        'Origins whose pages may call the API with Bearer tokens, separated by commas. ' +
        'Cookies never cross origins.',
    }),
    OUTBOUND_ALLOW_PRIVATE_ADDRESSES: defineSetting({
      schema: flag,
      property: null,
      description:
        'Whether addresses that administrators enter in the dashboard (a mail server) may be ' +
        'private, loopback, or link-local. Does not apply to addresses in this file. Default: ' +
        'true in local mode, false in production',
    }),
    ACCOUNT_ERASE_AFTER: defineSetting({
      schema: durationOrOff,
      default: '30d',
      property: 'accountEraseAfterSeconds',
      description:
        'How long a deleted account can be restored before it is erased with everything that ' +
        'belongs to it. off: only on request. You can’t undo an erasure.',
      editable: {
        area: 'policy',
        name: 'account_erase_after',
        kind: 'duration',
        group: 'data',
        label: {
          en: 'Erase deleted accounts after',
          tr: 'Silinen hesapların kalıcı olarak silinme süresi',
        },
        hint: {
          en: 'For example: 30d. At least 1d, or off. You can’t undo an erasure.',
          tr: 'Örneğin: 30d. En az 1d veya off. Kalıcı silme geri alınamaz.',
        },
        min: 86_400,
        max: 3650 * 86_400,
        ifUnusable: 'off',
      },
    }),
    AUDIT_ERASE_AFTER: defineSetting({
      schema: duration,
      property: 'auditEraseAfterSeconds',
      description:
        'How long after an account was deleted the addresses, browsers, and details in the audit ' +
        'records by and about its user are erased. Empty: never. You can’t undo an erasure.',
    }),
    AUDIT_REMOVE_AFTER: defineSetting({
      schema: durationOfDays(90),
      property: 'auditRemoveAfterSeconds',
      description:
        'How old audit records get before they are removed, by whole months: at least 90d. ' +
        'Empty: they stay. Export them first: the detached tables are dropped after 30 days.',
    }),
    AUDIT_PREVIOUS_SECRETS: defineSetting({
      schema: listOf(text),
      default: '',
      property: 'auditPreviousSecrets',
      description:
        'Values that AUTH_JWT_SECRET had before it leaked, separated by commas. They verify audit ' +
        'records that were sealed under them, and no token. If a secret has not leaked, use ' +
        'AUTH_JWT_PREVIOUS_SECRETS, which verifies records too.',
      checkInProduction: (secrets) => secrets.map(checkSecret),
    }),
    BOOTSTRAP_ADMIN_EMAIL: defineSetting({
      schema: emailAddress('is not an email address'),
      property: 'bootstrapAdminEmail',
      description:
        'While there is no administrator, each start prints a one-time setup link. This ' +
        'limits the link to one email address.',
    }),
  },
})

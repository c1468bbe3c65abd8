import { defineSection, defineSetting } from '@/lib/config/define-setting'
import { isLocalPage } from '@/lib/config/passkey-settings'
import { base64Key, choice, flag, listOf, textThat } from '@/lib/config/setting-formats'

export const twoStep = defineSection({
  title: 'Two-step verification',
  settings: {
    AUTH_MFA_REQUIRED: defineSetting({
      schema: choice('roles', 'everyone'),
      default: 'roles',
      property: 'mfa.required',
      description:
        'Who needs two-step verification: users with a role that requires it (roles), or everyone. ' +
        'Without it, a session can only set it up.',
      editable: {
        area: 'policy',
        name: 'mfa_required',
        kind: 'choice',
        group: 'two_step',
        label: { en: 'Require two-step verification', tr: 'İki adımlı doğrulamayı zorunlu kıl' },
        hint: {
          en: 'Takes effect immediately, including in open sessions. Users without an authenticator app or passkey can’t do anything else until they set one up.',
          tr: 'Açık oturumlar dahil hemen geçerli olur. Kimlik doğrulama uygulaması veya geçiş anahtarı olmayan kullanıcılar, birini kurana kadar başka bir şey yapamaz.',
        },
        choices: {
          roles: { en: 'By role', tr: 'Role göre' },
          everyone: { en: 'For everyone', tr: 'Herkes için' },
        },
      },
    }),
    AUTH_MFA_TRUSTED_BROWSERS: defineSetting({
      schema: flag,
      default: 'true',
      property: 'mfa.trustedBrowsers',
      description:
        'Whether users can skip the second step in a browser for 30 days after they passed it there.',
      editable: {
        area: 'policy',
        name: 'mfa_trusted_browsers',
        kind: 'boolean',
        group: 'two_step',
        label: {
          en: 'Let users trust a browser for 30 days',
          tr: 'Tarayıcılara 30 gün güvenmeye izin ver',
        },
        hint: {
          en: 'A trusted browser isn’t asked for two-step verification. Turning this off takes effect immediately: sessions that skipped it end.',
          tr: 'Güvenilen tarayıcıda iki adımlı doğrulama istenmez. Kapatmak hemen geçerli olur: Doğrulamayı atlayan oturumlar kapanır.',
        },
      },
    }),
    AUTH_MFA_ENCRYPTION_KEY: defineSetting({
      schema: base64Key,
      property: null,
      description: 'Encrypts secrets in the database; 32 bytes in base64. openssl rand -base64 32',
      requiredInProduction: true,
    }),
    AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS: defineSetting({
      schema: listOf(base64Key),
      default: '',
      property: 'mfa.previousEncryptionKeys',
      description:
        'Previous keys, separated by commas. They only decrypt, and verify codes already sent.',
    }),
  },
})

/** An origin of an app: a web page, or an Android app by the hash of its signing certificate. */
const passkeyOrigin = textThat(
  (value) =>
    /^android:apk-key-hash:[A-Za-z0-9_-]{43}$/.test(value) ||
    (/^https:/.test(value) && URL.canParse(value) && new URL(value).origin === value) ||
    isLocalPage(value),
  'contains something other than https://…, http://localhost, or android:apk-key-hash:…',
)

export const passkeys = defineSection({
  title: 'Passkeys',
  settings: {
    AUTH_PASSKEY_RP_ID: defineSetting({
      schema: textThat(
        (value) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(value),
        'is not a domain in lower case',
      ),
      property: null,
      description:
        'The domain that passkeys belong to: the host of APP_BASE_URL (default) or a domain above ' +
        'it. If you change it, existing passkeys stop working. Without https, or at an IP address, ' +
        'there are no passkeys.',
    }),
    AUTH_PASSKEY_APP_ORIGINS: defineSetting({
      schema: listOf(passkeyOrigin),
      default: '',
      property: null,
      description:
        'Origins of your own apps that use passkeys of this domain through the API, separated by ' +
        'commas: https://app.example.com,android:apk-key-hash:<SHA-256 in base64url>\n' +
        'If the domain is localhost, also http://localhost:<port>, for development.',
    }),
  },
})

import { defineSection, defineSetting } from '@/lib/config/define-setting'
import { listOf, textThat, webUrl } from '@/lib/config/setting-formats'

/**
 * Where an app receives the authorization response: a web URL or a private-use scheme (RFC 8252
 * §7), but nothing that a browser would execute.
 */
const appRedirectUri = textThat((value) => {
  const url = URL.canParse(value) ? new URL(value) : null
  return (
    url !== null &&
    !url.hash &&
    !/^(javascript|data|blob|file|about|view-source):$/.test(url.protocol)
  )
}, 'contains something other than a return address')

/** The settings of each provider follow from its entry in the catalog (providers/catalog.ts). */
export const signInProviders = defineSection({
  title: 'Sign-in providers',
  description:
    'OAUTH_<ID>_CLIENT_ID and OAUTH_<ID>_CLIENT_SECRET turn on any of the {count} providers in ' +
    'docs/providers.md, which lists their other settings. OAUTH_<NAME>_ISSUER, _CLIENT_ID, ' +
    '_CLIENT_SECRET and _LABEL add any other OpenID Connect provider.\n' +
    'A provider is off while its ID and secret are empty. Register two callbacks with each:\n' +
    '<APP_BASE_URL>/auth/oauth/<id>/callback and ' +
    '<OAUTH_CALLBACK_BASE_URL>/api/v1/auth/oauth/<id>/callback\n' +
    '(a classic GitHub OAuth App takes one callback, which must be <APP_BASE_URL>/; a GitHub App ' +
    'takes both).',
  settings: {
    OAUTH_CALLBACK_BASE_URL: defineSetting({
      schema: webUrl,
      property: null,
      description: 'Default: APP_BASE_URL',
    }),
    OAUTH_APP_REDIRECT_URIS: defineSetting({
      schema: listOf(appRedirectUri),
      default: '',
      property: 'external.appRedirectUris',
      description:
        'Where apps continue after a provider sign-in, separated by commas and matched ' +
        'exactly: https://app.example.com/done,com.example.app:/done',
    }),
    AUTH_DISABLED_PROVIDERS: defineSetting({
      schema: listOf(
        textThat((value) => /^[a-z0-9][a-z0-9-]*$/.test(value), 'contains an unknown provider'),
      ),
      default: '',
      property: null,
      description:
        'Configured providers that are switched off for now, by ID, separated by commas: ' +
        'google,github',
      editable: {
        area: 'policy',
        name: 'disabled_providers',
        kind: 'list',
        group: 'sign_in',
        label: { en: 'Disabled providers', tr: 'Devre dışı sağlayıcılar' },
        hint: {
          en: 'Provider IDs, separated by commas. Configured: {providers}',
          tr: 'Virgülle ayrılmış sağlayıcı kimlikleri. Yapılandırılmış olanlar: {providers}',
        },
      },
    }),
  },
})

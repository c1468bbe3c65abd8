import {
  oauth,
  openid,
  ownIssuer,
  type ProviderEntry,
} from '@/lib/config/providers/define-provider'
import { isDated, isTrue, isTrueOrTrueText } from '@/lib/config/providers/email-proof'
import { githubProfile } from '@/lib/config/providers/github'
import {
  profileRequests,
  tokenRequests,
  TWITCH_CLAIMS,
} from '@/lib/config/providers/provider-requests'

const verified = isTrue('email_verified')
const checked = true
/** Without User.Read, which would only be used to fetch a photo. */
const entra = {
  multiTenant: true,
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  scope: 'openid email profile',
} as const
const data = { subject: 'data.id', email: 'data.email', name: 'data.name' }

/** Every provider that can be enabled by settings alone, in the order that pages show them. */
export const CATALOG: Readonly<Record<string, ProviderEntry>> = {
  google: openid('Google', 'logos:google-icon', {
    checked,
    emailProof: verified,
    envExample: { ISSUER: 'Default: https://accounts.google.com' },
  }),
  apple: openid('Apple', 'logos:apple', {
    checked,
    emailProof: isTrueOrTrueText('email_verified'),
    clientAuth: 'signed',
    formPost: true,
    envExample: {
      CLIENT_ID: 'Apple uses a key instead of a secret: PEM, with \\n for line breaks.',
    },
  }),
  // Never proven: an administrator of any tenant can set any address on an account.
  'microsoft-entra-id': openid('Microsoft', 'logos:microsoft-icon', {
    checked,
    ...entra,
    envExample: {
      ISSUER:
        'Default: https://login.microsoftonline.com/common/v2.0, which accepts every tenant and ' +
        'personal accounts. One tenant: https://login.microsoftonline.com/<tenant id>/v2.0',
    },
  }),
  github: oauth('GitHub', 'logos:github-icon', {
    checked,
    customProfile: githubProfile,
    clientAuth: 'client_secret_post',
    envExample: { BASE_URL: 'GitHub Enterprise Server. Default: https://github.com' },
  }),
  facebook: oauth('Facebook', 'logos:facebook', { checked }),
  linkedin: openid('LinkedIn', 'logos:linkedin-icon', {
    checked,
    emailProof: verified,
    omitsNonce: true,
  }),
  gitlab: oauth('GitLab', 'logos:gitlab-icon', {
    checked,
    emailProof: isDated('confirmed_at'),
    profile: { name: 'name|username' },
  }),
  discord: oauth('Discord', 'logos:discord-icon', {
    checked,
    emailProof: isTrue('verified'),
    profile: { name: 'global_name|username' },
  }),
  slack: openid('Slack', 'logos:slack-icon', { checked, emailProof: verified }),
  keycloak: ownIssuer('Keycloak', 'simple-icons:keycloak', { checked }),

  '42-school': oauth('42 School', 'simple-icons:42', {
    profile: { name: 'usual_full_name' },
  }),
  asgardeo: ownIssuer('Asgardeo', null),
  atlassian: oauth('Atlassian', 'logos:atlassian', {
    profile: { subject: 'account_id' },
  }),
  auth0: ownIssuer('Auth0', 'logos:auth0-icon'),
  authentik: ownIssuer('authentik', 'simple-icons:authentik'),
  'azure-ad': openid('Azure Active Directory', null, { ...entra }),
  'azure-ad-b2c': ownIssuer('Azure AD B2C', null, {
    emailProof: undefined,
    profile: { email: 'emails.0' },
  }),
  'azure-devops': oauth('Azure DevOps', 'simple-icons:azuredevops', {
    profile: { email: 'emailAddress', name: 'displayName' },
    clientAuth: tokenRequests.jwtAssertion,
  }),
  'bankid-no': openid('BankID Norge', null),
  battlenet: ownIssuer('Battle.net', 'simple-icons:battledotnet', {
    emailProof: undefined,
    profile: { name: 'battle_tag' },
  }),
  beyondidentity: ownIssuer('Beyond Identity', null),
  bitbucket: oauth('Bitbucket', 'simple-icons:bitbucket', {
    profile: { subject: 'account_id', name: 'display_name|username' },
  }),
  box: oauth('Box', 'simple-icons:box', { profile: { email: 'login' } }),
  'boxyhq-saml': oauth('BoxyHQ SAML', null, {
    requiredSettings: ['ISSUER'],
    profile: { name: 'firstName+lastName' },
  }),
  bungie: oauth('Bungie', 'simple-icons:bungie', {
    requiredSettings: ['API_KEY'],
    profile: {
      subject: 'Response.bungieNetUser.membershipId',
      name: 'Response.bungieNetUser.displayName',
    },
    profileRequest: profileRequests.bungie,
  }),
  'click-up': oauth('ClickUp', 'simple-icons:clickup', {
    profile: { subject: 'user.id', email: 'user.email', name: 'user.username' },
  }),
  cognito: ownIssuer('Amazon Cognito', 'simple-icons:amazoncognito', {
    emailProof: isTrueOrTrueText('email_verified'),
  }),
  coinbase: oauth('Coinbase', null, { profile: data }),
  concept2: oauth('Concept2', null, { profile: { ...data, name: 'data.username' } }),
  descope: openid('Descope', null, { emailProof: verified }),
  dribbble: oauth('Dribbble', 'simple-icons:dribbble'),
  dropbox: oauth('Dropbox', 'logos:dropbox', {
    emailProof: verified,
    profile: { subject: 'account_id', name: 'name.display_name' },
    profileRequest: profileRequests.post,
  }),
  'duende-identity-server6': ownIssuer('Duende IdentityServer', null),
  eventbrite: oauth('Eventbrite', 'simple-icons:eventbrite', {
    emailProof: isTrue('emails.0.primary', 'emails.0.verified'),
    profile: { email: 'emails.0.email' },
  }),
  eveonline: oauth('EVE Online', null, {
    profile: { subject: 'CharacterID', name: 'CharacterName' },
  }),
  faceit: oauth('FACEIT', 'simple-icons:faceit', { profile: { subject: 'guid' } }),
  figma: oauth('Figma', 'simple-icons:figma', { profile: { name: 'handle' } }),
  foursquare: oauth('Foursquare', 'simple-icons:foursquare', {
    profile: {
      subject: 'response.user.id',
      email: 'response.user.contact.email',
      name: 'response.user.firstName+response.user.lastName',
    },
    profileRequest: profileRequests.foursquare,
  }),
  freshbooks: oauth('FreshBooks', null, {
    profile: {
      subject: 'response.id',
      email: 'response.email',
      name: 'response.first_name+response.last_name',
    },
  }),
  frontegg: ownIssuer('Frontegg', null),
  fusionauth: ownIssuer('FusionAuth', 'simple-icons:fusionauth', {
    optionalSettings: ['TENANT_ID'],
    scope: 'openid email profile',
  }),
  hubspot: oauth('HubSpot', 'simple-icons:hubspot', {
    profile: { subject: 'user_id', email: 'user', name: 'user' },
    profileRequest: profileRequests.hubspot,
  }),
  huggingface: openid('Hugging Face', 'simple-icons:huggingface', {
    emailProof: verified,
  }),
  'identity-server4': ownIssuer('IdentityServer4', null),
  instagram: oauth('Instagram', 'logos:instagram-icon', {
    profile: { name: 'username' },
  }),
  kakao: oauth('Kakao', 'simple-icons:kakaotalk', {
    emailProof: isTrue('kakao_account.is_email_valid', 'kakao_account.is_email_verified'),
    profile: { email: 'kakao_account.email', name: 'kakao_account.profile.nickname' },
  }),
  kinde: ownIssuer('Kinde', null),
  line: openid('LINE', 'simple-icons:line'),
  logto: ownIssuer('Logto', null, {
    scope: 'openid email profile',
    profile: { name: 'name|username' },
  }),
  mailchimp: oauth('Mailchimp', 'simple-icons:mailchimp', {
    profile: { subject: 'login.login_id', email: 'login.email', name: 'accountname' },
  }),
  mailru: oauth('Mail.ru', 'simple-icons:maildotru'),
  mastodon: oauth('Mastodon', 'logos:mastodon-icon', {
    requiredSettings: ['ISSUER'],
    profile: { name: 'username' },
  }),
  mattermost: oauth('Mattermost', 'simple-icons:mattermost', {
    requiredSettings: ['ISSUER'],
    emailProof: verified,
    profile: { name: 'username' },
  }),
  medium: oauth('Medium', 'simple-icons:medium', { profile: data }),
  naver: oauth('Naver', 'simple-icons:naver', {
    profile: { subject: 'response.id', email: 'response.email', name: 'response.nickname' },
  }),
  netlify: oauth('Netlify', 'simple-icons:netlify', {
    profile: { name: 'full_name' },
  }),
  netsuite: oauth('NetSuite', null, {
    requiredSettings: ['ACCOUNT_ID', 'USERINFO_URL'],
  }),
  nextcloud: oauth('Nextcloud', 'simple-icons:nextcloud', {
    requiredSettings: ['ISSUER'],
    profile: { subject: 'ocs.data.id', email: 'ocs.data.email', name: 'ocs.data.displayname' },
    profileRequest: profileRequests.nextcloud,
  }),
  notion: oauth('Notion', 'simple-icons:notion', {
    profile: {
      subject: 'bot.owner.user.id',
      email: 'bot.owner.user.person.email',
      name: 'bot.owner.user.name',
    },
    profileRequest: profileRequests.notion,
  }),
  okta: ownIssuer('Okta', 'simple-icons:okta'),
  onelogin: ownIssuer('OneLogin', null),
  'ory-hydra': ownIssuer('Ory Hydra', 'simple-icons:ory'),
  osso: oauth('Osso', null, { requiredSettings: ['ISSUER'], slashAfterIssuer: true }),
  osu: oauth('osu!', 'simple-icons:osu', { profile: { name: 'username' } }),
  passage: ownIssuer('Passage', null),
  patreon: oauth('Patreon', 'logos:patreon', {
    emailProof: isTrue('data.attributes.is_email_verified'),
    profile: {
      subject: 'data.id',
      email: 'data.attributes.email',
      name: 'data.attributes.full_name',
    },
  }),
  'ping-id': ownIssuer('Ping Identity', null),
  // Not the username, which the definition uses: it can pass to another user.
  pinterest: oauth('Pinterest', 'logos:pinterest', { profile: { name: 'username' } }),
  pipedrive: oauth('Pipedrive', null, { profile: data }),
  reddit: oauth('Reddit', 'simple-icons:reddit'),
  roblox: openid('Roblox', 'simple-icons:roblox'),
  // Neither Salesforce nor Zoom proves an address: an administrator of any customer can set
  // addresses on its accounts.
  salesforce: openid('Salesforce', 'simple-icons:salesforce'),
  simplelogin: openid('SimpleLogin', 'simple-icons:simplelogin', {
    emailProof: verified,
  }),
  spotify: oauth('Spotify', 'logos:spotify-icon', {
    profile: { name: 'display_name' },
  }),
  strava: oauth('Strava', 'simple-icons:strava', {
    profile: { name: 'firstname+lastname' },
  }),
  threads: oauth('Threads', 'logos:threads-icon', {
    profile: { subject: 'data.id|id', name: 'data.username|username' },
  }),
  tiktok: oauth('TikTok', 'logos:tiktok-icon', {
    profile: { subject: 'data.user.open_id', name: 'data.user.display_name' },
    clientAuth: tokenRequests.clientKey,
  }),
  todoist: oauth('Todoist', 'logos:todoist-icon', {
    profile: { subject: 'user.id', email: 'user.email', name: 'user.full_name' },
    profileRequest: profileRequests.todoist,
  }),
  // Not the slug, which the definition uses: it follows the username.
  trakt: oauth('Trakt', 'simple-icons:trakt', {
    profile: { subject: 'ids.uuid' },
    profileRequest: profileRequests.trakt,
  }),
  twitch: openid('Twitch', 'simple-icons:twitch', {
    emailProof: verified,
    authorizationParams: { claims: TWITCH_CLAIMS },
  }),
  twitter: oauth('X', 'logos:x', { profile: data }),
  'united-effects': ownIssuer('United Effects', null),
  vipps: openid('Vipps', null, { emailProof: verified }),
  vk: oauth('VK', 'simple-icons:vk', {
    profile: {
      subject: 'response.0.id',
      email: 'tokens.email',
      name: 'response.0.first_name+response.0.last_name',
    },
  }),
  webex: oauth('Webex', 'simple-icons:webex', {
    profile: { email: 'emails.0', name: 'displayName' },
  }),
  // Not the unionid, which the definition uses: not every account has one.
  wechat: oauth('WeChat', 'simple-icons:wechat', {
    optionalSettings: ['PLATFORM_TYPE'],
    profile: { subject: 'openid', name: 'nickname' },
    clientAuth: tokenRequests.appId,
    profileRequest: profileRequests.wechat,
  }),
  wikimedia: oauth('Wikimedia', 'simple-icons:wikimediafoundation', {
    emailProof: isTrue('confirmed_email'),
    profile: { subject: 'sub', name: 'username' },
  }),
  wordpress: oauth('WordPress.com', 'logos:wordpress-icon', {
    emailProof: verified,
    profile: { subject: 'ID', name: 'display_name' },
  }),
  workos: oauth('WorkOS', 'logos:workos-icon', {
    requiredSettings: ['CONNECTION'],
    profile: { name: 'first_name+last_name' },
  }),
  yandex: oauth('Yandex', null, {
    profile: { email: 'default_email|emails.0', name: 'display_name|real_name|first_name' },
  }),
  zitadel: ownIssuer('ZITADEL', null),
  zoho: oauth('Zoho', null, {
    profile: { subject: 'ZUID', email: 'Email', name: 'First_Name+Last_Name' },
  }),
  zoom: oauth('Zoom', 'logos:zoom-icon', {
    profile: { name: 'first_name+last_name' },
  }),
}

/**
 * The catalog entry of an id; null if it is not in the catalog, including names of inherited
 * properties.
 */
export function entryOf(id: string): ProviderEntry | null {
  return Object.hasOwn(CATALOG, id) ? CATALOG[id]! : null
}

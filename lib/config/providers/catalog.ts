import {
  type CatalogEntry,
  oauth,
  openid,
  ownIssuer,
  type Profile,
  type ReadJson,
} from '@/lib/config/providers/catalog-entry'
import {
  type EmailProof,
  isDated,
  isTrue,
  isTrueOrTrueText,
} from '@/lib/config/providers/email-proof'
import * as quirks from '@/lib/config/providers/provider-quirks'

/** For the documentation; `githubProfile` checks it itself. */
const GITHUB_PROOF: EmailProof = {
  text: '`/user/emails` has the address as `primary` and `verified`',
  holds: () => false,
}

/**
 * The GitHub user: the numeric id, and the primary address, which is proven if it is also verified.
 * The profile's `email` is ignored, because it is neither: it is what the user shows publicly.
 * Throws if an answer differs from GitHub's documentation.
 */
export async function githubProfile(read: ReadJson, userinfo: string): Promise<Profile> {
  const [user, emails] = await Promise.all([read(userinfo), read(`${userinfo}/emails`)])
  if (!isObject(user) || !Number.isSafeInteger(user.id) || Number(user.id) < 1)
    throw new Error('/user names no id')
  if (!Array.isArray(emails)) throw new Error('/user/emails is no list')
  const own = emails.filter(isObject).find(({ primary }) => primary === true)
  const email = typeof own?.email === 'string' ? own.email : null
  const name = [user.name, user.login].find((text) => typeof text === 'string' && text !== '')
  return {
    subject: String(user.id),
    email,
    emailVerified: email !== null && own?.verified === true,
    name: typeof name === 'string' ? name : null,
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const verified = isTrue('email_verified')
const checked = true
/** Without User.Read, which would only be used to fetch a photo. */
const entra = {
  tenants: true,
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  scope: 'openid email profile',
} as const
const data = { subject: 'data.id', email: 'data.email', name: 'data.name' }

/** Every provider that can be enabled by settings alone, in the order that pages show them. */
export const CATALOG: Readonly<Record<string, CatalogEntry>> = {
  google: openid('Google', {
    checked,
    proof: verified,
    envExample: { ISSUER: 'Default: https://accounts.google.com' },
  }),
  apple: openid('Apple', {
    checked,
    proof: isTrueOrTrueText('email_verified'),
    clientAuth: 'signed',
    formPost: true,
    envExample: {
      CLIENT_ID: 'Apple uses a key instead of a secret: PEM, with \\n for line breaks.',
    },
  }),
  // Never proven: an administrator of any tenant can set any address on an account.
  'microsoft-entra-id': openid('Microsoft', {
    checked,
    ...entra,
    envExample: {
      ISSUER:
        'Default: https://login.microsoftonline.com/common/v2.0, which accepts every tenant and ' +
        'personal accounts. One tenant: https://login.microsoftonline.com/<tenant id>/v2.0',
    },
  }),
  github: oauth('GitHub', {
    checked,
    proof: GITHUB_PROOF,
    read: githubProfile,
    clientAuth: 'client_secret_post',
    envExample: { BASE_URL: 'GitHub Enterprise Server. Default: https://github.com' },
  }),
  facebook: oauth('Facebook', { checked }),
  linkedin: openid('LinkedIn', { checked, proof: verified, noNonce: true }),
  gitlab: oauth('GitLab', {
    checked,
    proof: isDated('confirmed_at'),
    profile: { name: 'name|username' },
  }),
  discord: oauth('Discord', {
    checked,
    proof: isTrue('verified'),
    profile: { name: 'global_name|username' },
  }),
  slack: openid('Slack', { checked, proof: verified }),
  keycloak: ownIssuer('Keycloak', { checked }),

  '42-school': oauth('42 School', { mark: '42', profile: { name: 'usual_full_name' } }),
  asgardeo: ownIssuer('Asgardeo'),
  atlassian: oauth('Atlassian', { profile: { subject: 'account_id' } }),
  auth0: ownIssuer('Auth0'),
  authentik: ownIssuer('authentik'),
  'azure-ad': openid('Azure Active Directory', entra),
  'azure-ad-b2c': ownIssuer('Azure AD B2C', { proof: undefined, profile: { email: 'emails.0' } }),
  'azure-devops': oauth('Azure DevOps', {
    profile: { email: 'emailAddress', name: 'displayName' },
    clientAuth: quirks.asAssertion,
  }),
  'bankid-no': openid('BankID Norge'),
  battlenet: ownIssuer('Battle.net', { proof: undefined, profile: { name: 'battle_tag' } }),
  beyondidentity: ownIssuer('Beyond Identity'),
  bitbucket: oauth('Bitbucket', {
    profile: { subject: 'account_id', name: 'display_name|username' },
  }),
  box: oauth('Box', { profile: { email: 'login' } }),
  'boxyhq-saml': oauth('BoxyHQ SAML', {
    needs: ['ISSUER'],
    profile: { name: 'firstName+lastName' },
  }),
  bungie: oauth('Bungie', {
    needs: ['API_KEY'],
    profile: {
      subject: 'Response.bungieNetUser.membershipId',
      name: 'Response.bungieNetUser.displayName',
    },
    ask: quirks.bungie,
  }),
  'click-up': oauth('ClickUp', {
    profile: { subject: 'user.id', email: 'user.email', name: 'user.username' },
  }),
  cognito: ownIssuer('Amazon Cognito', { proof: isTrueOrTrueText('email_verified') }),
  coinbase: oauth('Coinbase', { mark: null, profile: data }),
  concept2: oauth('Concept2', { profile: { ...data, name: 'data.username' } }),
  descope: openid('Descope', { proof: verified }),
  dribbble: oauth('Dribbble'),
  dropbox: oauth('Dropbox', {
    proof: verified,
    profile: { subject: 'account_id', name: 'name.display_name' },
    ask: quirks.byPost,
  }),
  'duende-identity-server6': ownIssuer('Duende IdentityServer'),
  eventbrite: oauth('Eventbrite', {
    proof: isTrue('emails.0.primary', 'emails.0.verified'),
    profile: { email: 'emails.0.email' },
  }),
  eveonline: oauth('EVE Online', { profile: { subject: 'CharacterID', name: 'CharacterName' } }),
  faceit: oauth('FACEIT', { profile: { subject: 'guid' } }),
  figma: oauth('Figma', { profile: { name: 'handle' } }),
  foursquare: oauth('Foursquare', {
    profile: {
      subject: 'response.user.id',
      email: 'response.user.contact.email',
      name: 'response.user.firstName+response.user.lastName',
    },
    ask: quirks.foursquare,
  }),
  freshbooks: oauth('FreshBooks', {
    profile: {
      subject: 'response.id',
      email: 'response.email',
      name: 'response.first_name+response.last_name',
    },
  }),
  frontegg: ownIssuer('Frontegg'),
  fusionauth: ownIssuer('FusionAuth', { takes: ['TENANT_ID'], scope: 'openid email profile' }),
  hubspot: oauth('HubSpot', {
    profile: { subject: 'user_id', email: 'user', name: 'user' },
    ask: quirks.hubspot,
  }),
  huggingface: openid('Hugging Face', { proof: verified }),
  'identity-server4': ownIssuer('IdentityServer4'),
  instagram: oauth('Instagram', { profile: { name: 'username' } }),
  kakao: oauth('Kakao', {
    mark: 'kakaotalk',
    proof: isTrue('kakao_account.is_email_valid', 'kakao_account.is_email_verified'),
    profile: { email: 'kakao_account.email', name: 'kakao_account.profile.nickname' },
  }),
  kinde: ownIssuer('Kinde'),
  line: openid('LINE'),
  logto: ownIssuer('Logto', { scope: 'openid email profile', profile: { name: 'name|username' } }),
  mailchimp: oauth('Mailchimp', {
    profile: { subject: 'login.login_id', email: 'login.email', name: 'accountname' },
  }),
  mailru: oauth('Mail.ru'),
  mastodon: oauth('Mastodon', { needs: ['ISSUER'], profile: { name: 'username' } }),
  mattermost: oauth('Mattermost', {
    needs: ['ISSUER'],
    proof: verified,
    profile: { name: 'username' },
  }),
  medium: oauth('Medium', { profile: data }),
  naver: oauth('Naver', {
    profile: { subject: 'response.id', email: 'response.email', name: 'response.nickname' },
  }),
  netlify: oauth('Netlify', { profile: { name: 'full_name' } }),
  netsuite: oauth('NetSuite', { needs: ['ACCOUNT_ID', 'USERINFO_URL'] }),
  nextcloud: oauth('Nextcloud', {
    needs: ['ISSUER'],
    profile: { subject: 'ocs.data.id', email: 'ocs.data.email', name: 'ocs.data.displayname' },
    ask: quirks.nextcloud,
  }),
  notion: oauth('Notion', {
    profile: {
      subject: 'bot.owner.user.id',
      email: 'bot.owner.user.person.email',
      name: 'bot.owner.user.name',
    },
    ask: quirks.notion,
  }),
  okta: ownIssuer('Okta'),
  onelogin: ownIssuer('OneLogin'),
  'ory-hydra': ownIssuer('Ory Hydra', { mark: 'ory' }),
  osso: oauth('Osso', { needs: ['ISSUER'], slashAfterIssuer: true }),
  osu: oauth('osu!', { profile: { name: 'username' } }),
  passage: ownIssuer('Passage'),
  patreon: oauth('Patreon', {
    proof: isTrue('data.attributes.is_email_verified'),
    profile: {
      subject: 'data.id',
      email: 'data.attributes.email',
      name: 'data.attributes.full_name',
    },
  }),
  'ping-id': ownIssuer('Ping Identity'),
  // Not the username, which the definition uses: it can pass to another user.
  pinterest: oauth('Pinterest', { profile: { name: 'username' } }),
  pipedrive: oauth('Pipedrive', { profile: data }),
  reddit: oauth('Reddit'),
  roblox: openid('Roblox'),
  // Neither Salesforce nor Zoom proves an address: an administrator of any customer can set
  // addresses on its accounts.
  salesforce: openid('Salesforce'),
  simplelogin: openid('SimpleLogin', { proof: verified }),
  spotify: oauth('Spotify', { profile: { name: 'display_name' } }),
  strava: oauth('Strava', { profile: { name: 'firstname+lastname' } }),
  threads: oauth('Threads', { profile: { subject: 'data.id|id', name: 'data.username|username' } }),
  tiktok: oauth('TikTok', {
    profile: { subject: 'data.user.open_id', name: 'data.user.display_name' },
    clientAuth: quirks.withClientKey,
  }),
  todoist: oauth('Todoist', {
    profile: { subject: 'user.id', email: 'user.email', name: 'user.full_name' },
    ask: quirks.todoist,
  }),
  // Not the slug, which the definition uses: it follows the username.
  trakt: oauth('Trakt', { profile: { subject: 'ids.uuid' }, ask: quirks.trakt }),
  twitch: openid('Twitch', { proof: verified, params: { claims: quirks.TWITCH_CLAIMS } }),
  twitter: oauth('X', { profile: data }),
  'united-effects': ownIssuer('United Effects'),
  vipps: openid('Vipps', { proof: verified }),
  vk: oauth('VK', {
    profile: {
      subject: 'response.0.id',
      email: 'tokens.email',
      name: 'response.0.first_name+response.0.last_name',
    },
  }),
  webex: oauth('Webex', { profile: { email: 'emails.0', name: 'displayName' } }),
  // Not the unionid, which the definition uses: not every account has one.
  wechat: oauth('WeChat', {
    takes: ['PLATFORM_TYPE'],
    profile: { subject: 'openid', name: 'nickname' },
    clientAuth: quirks.withAppId,
    ask: quirks.wechat,
  }),
  wikimedia: oauth('Wikimedia', {
    mark: 'wikimediafoundation',
    proof: isTrue('confirmed_email'),
    profile: { subject: 'sub', name: 'username' },
  }),
  wordpress: oauth('WordPress.com', {
    proof: verified,
    profile: { subject: 'ID', name: 'display_name' },
  }),
  workos: oauth('WorkOS', { needs: ['CONNECTION'], profile: { name: 'first_name+last_name' } }),
  yandex: oauth('Yandex', {
    profile: { email: 'default_email|emails.0', name: 'display_name|real_name|first_name' },
  }),
  zitadel: ownIssuer('ZITADEL'),
  zoho: oauth('Zoho', {
    mark: null,
    profile: { subject: 'ZUID', email: 'Email', name: 'First_Name+Last_Name' },
  }),
  zoom: oauth('Zoom', { profile: { name: 'first_name+last_name' } }),
}

/**
 * The catalog entry of an id; null if it is not in the catalog, including names of inherited
 * properties.
 */
export function entryOf(id: string): CatalogEntry | null {
  return Object.hasOwn(CATALOG, id) ? CATALOG[id]! : null
}

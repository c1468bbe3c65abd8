import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { type Sample } from '@/tests/kit/contract/api-cases'
import { type Operation } from '@/tests/kit/contract/api-document'
import { insertUser } from '@/tests/kit/insert-user'
import type { SignedInUser } from '@/tests/kit/live-instances'
import { PASSWORD } from '@/tests/kit/make-user'
import { multipartBody } from '@/tests/kit/upload-files'

type Json = Record<string, unknown>
type Actor = SignedInUser & { email: string }
/** Values of parameters and fields by name; for other names, they are derived from the schema. */
type ByName = Readonly<Record<string, () => unknown>>

/** The name of a permission of an application that does not exist yet. */
export const freshPermission = () => `crm:contacts:p${newId()}`

const HOOK = 'https://example.org/hooks'

const freshEmail = () => `${newId()}@example.org`

function valuesFor(actor: Actor): ByName {
  return {
    email: freshEmail,
    new_email: freshEmail,
    password: () => PASSWORD,
    current_password: () => PASSWORD,
    new_password: () => PASSWORD,
    refresh_token: () => actor.session.refreshToken,
    locale: () => 'tr',
    roles: () => ['user'],
    permission: () => 'users:list',
    permissions: () => ['users:list'],
    user_id: () => actor.id,
    href: () => '/dashboard',
    amount: () => 1,
    currency: () => 'EUR',
    payment_method_token: () => 'sim_challenge',
    return_url: () => 'com.example.app:/callback',
    name: () => `Name ${newId()}`,
    phone: () => '+12025550123',
    token: () => 'x'.repeat(43),
    code: () => '123456',
    expires_at: () => addSeconds(new Date(), 86_400).toISOString(),
    allowed_addresses: () => ['192.0.2.0/24'],
  }
}

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
/** Well-formed, but no answer to any challenge. */
const ASSERTION = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const REGISTRATION = {
  ...credential,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: ['internal'] },
}

/** Bodies that cannot be derived from the schema alone, one for each variant. */
const BODIES: Record<string, (actor: Actor) => Json[] | Promise<Json[]>> = {
  'POST /auth/login': ({ email }) => [
    { email, password: PASSWORD, botcheck_token: 'x' },
    { mfa_token: 'x'.repeat(43), code: '123456' },
  ],
  'POST /auth/mfa/verify': () => [
    { mfa_token: 'x'.repeat(43), code: '123456' },
    { mfa_token: 'x'.repeat(43), response: ASSERTION },
  ],
  'POST /auth/passkeys/verify': () => [{ challenge_id: 'x'.repeat(43), response: ASSERTION }],
  'POST /auth/email-code/verify': () => [{ challenge_id: 'x'.repeat(43), code: '123456' }],
  'POST /auth/reauthenticate': () => [{ response: ASSERTION }],
  'POST /me/passkeys': () => [{ name: 'Work laptop', response: REGISTRATION }],
  'POST /auth/reset-password': async () => [
    { token: await mailedToken('reset_password'), password: PASSWORD },
  ],
  'POST /auth/accept-invitation': async () => [
    { token: await mailedToken('invitation'), password: PASSWORD, name: 'Ada' },
  ],
  // Only signed-in users can attach files.
  'POST /contact': () => [
    { name: 'Ada', email: freshEmail(), subject: 'Hello', message: 'Hello', botcheck_token: 'x' },
  ],
  'PATCH /me': () => [{ name: 'Ada', locale: 'tr', avatar_upload_id: null, fields: {} }],
  'POST /profile-fields': () => [
    {
      key: `field_${newId().replaceAll('-', '')}`,
      type: 'text',
      label: { en: 'City', tr: 'Şehir' },
      // Cannot become required, which registrations of other tests would have to answer.
      readable_by: 'administrators',
      writable_by: 'administrators',
    },
  ],
  'PATCH /profile-fields/{key}': () => [{ label: { en: 'City', tr: 'Şehir' }, position: 7 }],
  'PATCH /users/{id}': () => [{ name: 'Ada', fields: {} }],
  'POST /users/bulk-actions': ({ id, email }) => {
    const selections = [{ user_ids: [id] }, { filter: { query: email } }]
    return selections.map((selection) => ({ action: 'activate', ...selection, dry_run: true }))
  },
  'POST /webhooks': () => [{ url: HOOK, events: ['user.*'], description: 'Order service' }],
  'PATCH /webhooks/{id}': () => [
    { url: HOOK, events: ['user.*', 'session.revoked'], description: null, enabled: true },
  ],
  'POST /rbac/permissions': () => [
    { name: freshPermission(), description: 'Export contacts', group: 'Contacts' },
  ],
  'PUT /rbac/permissions/sync': () => [
    { application: 'sample', permissions: [{ name: 'sample:contact:read', description: 'Read' }] },
  ],
  'PUT /settings/{area}': () => [{ values: { lockout_duration: null } }],
  'PUT /settings/notifications': () => [{ values: {} }],
  'PUT /settings/payments': () => [{ values: {} }],
  'POST /settings/{area}/test': () => [{ to: freshEmail() }],
  'POST /settings/notifications/test': () => [{ to: '+15005550006' }],
  'POST /settings/payments/test': () => [{}],
  'POST /notifications': ({ id }) => {
    const text = { title: 'Hello', body: 'Hello', href: '/dashboard' }
    return [{ ...text, channels: ['inbox'], to: { user_ids: [id] } }]
  },
}

async function mailedToken(kind: 'reset_password' | 'invitation'): Promise<string> {
  const { id: userId, email } = await insertUser({ status: 'pending' })
  if (kind === 'invitation')
    await db().user.update({ where: { id: userId }, data: { invitedAt: new Date() } })
  return issueEmailToken(db(), { userId, kind, email }, new Date())
}

/**
 * Valid requests to an operation, one for each variant of its body. They are created again on each
 * call.
 */
export async function samplesOf(
  operation: Operation,
  actor: Actor,
  params: Sample['params'],
): Promise<(() => Sample)[]> {
  const byName = valuesFor(actor)
  const query = Object.fromEntries(
    operation.parameters
      .filter(({ in: place, required }) => place === 'query' && required)
      .map(({ name, schema }) => [
        name,
        encodeURIComponent(String(sampleOf(schema, name, byName))),
      ]),
  )
  const base = { params, query }
  const { body: schema, files } = operation
  if (files.includes('multipart/form-data')) return [() => ({ ...base, file: multipartText() })]
  if (files.length > 0)
    return [() => ({ ...base, file: { type: 'text/csv', text: `email\n${freshEmail()}` } })]
  if (!schema) return [() => base]
  const given = await BODIES[`${operation.method} ${operation.path}`]?.(actor)
  if (given) return given.map((body) => () => ({ ...base, body }))
  const forms = (schema.anyOf as Json[] | undefined) ?? [schema]
  return forms.map((form) => () => ({ ...base, body: sampleOf(form, '', byName) }))
}

function multipartText() {
  const { type, body } = multipartBody([
    { name: 'file', fileName: 'a.txt', type: 'text/plain', content: 'hello' },
  ])
  return { type, text: body.toString() }
}

function sampleOf(schema: Json, name: string, byName: ByName): unknown {
  if (schema.type === 'boolean') return true
  if (Object.hasOwn(byName, name)) return byName[name]!()
  if (schema.type === 'integer') return schema.minimum ?? 1
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.anyOf)) return sampleOf(schema.anyOf[0] as Json, name, byName)
  if (schema.type === 'array') return [sampleOf(schema.items as Json, name, byName)]
  if (schema.type !== 'object') return name
  const fields = Object.entries((schema.properties as Record<string, Json> | undefined) ?? {})
  // A field of another variant, which must not be present.
  const allowed = fields.filter(([, field]) => !('not' in field))
  return Object.fromEntries(allowed.map(([field, form]) => [field, sampleOf(form, field, byName)]))
}

import type { Json, NamedSchemas } from '@/lib/http/openapi-schemas'

const ID = '01960f3e-7b1c-7a54-9d2e-3f6b8c0a1d42'
const INSTANT = '2026-03-14T09:26:53.000Z'
const TOKEN = 'Yb1u0Kc9VtW3hQmXz7Ej4RfNp2sLgAo6DiTqUyHx5Cw'
const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIwMTk2MGYzZSJ9.c2lnbmF0dXJl'
const SITE = 'https://gatehouse.example.com'

/** Examples by format, used when neither the schema nor the field name provides one. */
const BY_FORMAT: Record<string, unknown> = {
  uuid: ID,
  'date-time': INSTANT,
  uri: `${SITE}/`,
}

/**
 * Examples of fields that mean the same everywhere. A schema overrides them with `.meta({ examples:
 * […] })`.
 */
const BY_FIELD: Record<string, unknown> = {
  access_token: JWT,
  action: 'session.created',
  amount: 1050,
  area: 'policy',
  avatar_url: `/api/v1/users/${ID}/avatar`,
  body: 'The service will be unavailable on Sunday from 2 to 3 a.m.',
  botcheck_token: '0.Xg5yQ1kz8nB',
  captured_amount: 1050,
  code: '492817',
  content_type: 'application/pdf',
  currency: 'EUR',
  current_password: 'correct horse battery staple',
  detail: 'Message accepted.',
  description: 'Helps users with their accounts',
  device_token: TOKEN,
  email: 'ada@example.com',
  error_code: null,
  expires_in: 900,
  failure_code: null,
  file_name: 'users.csv',
  href: '/dashboard/account',
  ip: '203.0.113.7',
  kind: 'security.password_changed',
  last_error: null,
  locale: 'en',
  message: 'How do I change the email address of my account?',
  mfa_token: TOKEN,
  name: 'Ada Lovelace',
  new_email: 'ada.lovelace@example.com',
  new_password: 'a longer passphrase than before',
  new_phone: '+12025550123',
  next_cursor: null,
  number: '+12025550123',
  password: 'correct horse battery staple',
  payment_method_token: 'pm_1QxLh2',
  permission: 'users:list',
  permissions: 'users:list',
  phone: '+12025550123',
  provider: 'github',
  provider_label: 'GitHub',
  providers: 'github',
  query: 'ada',
  recovery_codes: 'k7xm-2pqd-9wtf',
  redirect_uri: 'com.example.app:/callback',
  refresh_expires_in: 2_592_000,
  refresh_token: TOKEN,
  refunded_amount: 0,
  request_id: ID,
  return_url: 'https://shop.example.com/orders/42',
  revoked_reason: null,
  role: 'support',
  roles: 'user',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  size: 48_213,
  status: 'succeeded',
  stopped_because: null,
  subject: 'Question about my account',
  target_id: ID,
  target_type: 'user',
  ticket: TOKEN,
  title: 'Scheduled maintenance',
  to: 'ada@example.com',
  token: TOKEN,
  total: 3,
  url: `${SITE}/api/v1/uploads/${ID}`,
  user_id: ID,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0',
}

/**
 * An example of a schema: its own, or one composed of its parts' examples. Optional fields of a
 * request are shown only if it has no required ones. Throws for a string without an example.
 */
export function exampleOf(schema: Json, schemas: NamedSchemas, field = ''): unknown {
  const { examples, enum: options, anyOf, type, format } = schema
  if (Array.isArray(examples)) return examples[0]
  if (schema.$ref) return exampleOf(schemas.resolve(schema), schemas, field)
  if ('const' in schema) return schema.const
  if (Array.isArray(options)) return options[0]
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] as Json, schemas, field)
  if (type === 'object') return exampleObject(schema, schemas)
  if (type === 'array') return [exampleOf(schema.items as Json, schemas, field)]
  const known = BY_FIELD[field]
  if (known !== undefined && fits(known, type)) return known
  const types = [type].flat()
  if (types.includes('boolean')) return true
  if (types.includes('integer') || types.includes('number')) return 1
  if (typeof format === 'string' && Object.hasOwn(BY_FORMAT, format)) return BY_FORMAT[format]
  throw new Error(`the API schemas have no example for ${field}`)
}

function exampleObject({ properties = {}, required = [] }: Json, schemas: NamedSchemas): Json {
  const fields = Object.entries(properties as Record<string, Json>)
  const needed = fields.filter(([name]) => (required as string[]).includes(name))
  const shown = needed.length > 0 ? needed : fields
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(field, schemas, name)]))
}

/** Whether a value has one of the types of a schema. */
function fits(value: unknown, type: unknown): boolean {
  const types = [type].flat()
  if (value === null) return types.includes('null')
  return types.includes(typeof value) || (typeof value === 'number' && types.includes('integer'))
}

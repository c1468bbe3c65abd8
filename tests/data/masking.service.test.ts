import { join } from 'node:path'
import { ScureBase32Plugin } from 'otplib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { totpCode, totpStep } from '@/lib/identity/mfa/totp'
import { openEmbeddedPool } from '@/lib/platform/db/embedded-pool'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { type ServiceProcess, startService } from '@/tests/kit/start-service'
import { openOtlpReceiver } from '@/tests/kit/stand-ins/otlp-receiver'
import { type SmtpReceiver, startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { startTwilioStandIn, TWILIO_TOKEN } from '@/tests/kit/stand-ins/twilio-stand-in'
import { until } from '@/tests/kit/until'

const ROOT = 'granite lantern meadow 71'
const FIRST = 'copper violin harbor 82'
const SECOND = 'walnut glacier piano 93'
const WRONG = 'pepper orbit saddle 64'
/** Secrets of the settings. */
const SETTINGS = {
  AUTH_JWT_SECRET: 'masking-jwt-Yt1VbN6mXc0Lk5JhGf2Ds9Aa7Pw4Oe',
  AUTH_MFA_ENCRYPTION_KEY: Buffer.from('masking-encryption-key-of-32-byt').toString('base64'),
  METRICS_TOKEN: 'masking-metrics-Zr3Yt1VbN6mXc0Lk5JhGf2Ds9',
  OAUTH_GOOGLE_CLIENT_SECRET: 'masking-google-client-secret-5',
}
const COLLECTOR_TOKEN = 'masking-collector-token-6'
const SMTP_PASSWORD = 'masking-smtp-password-7'

let service: ServiceProcess
let smtp: SmtpReceiver
let twilio: Awaited<ReturnType<typeof startTwilioStandIn>>
let collector: Awaited<ReturnType<typeof openOtlpReceiver>>

beforeAll(async () => {
  smtp = await startSmtpReceiver({
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
  })
  twilio = await startTwilioStandIn()
  collector = await openOtlpReceiver()
  service = await startService({
    env: {
      ...SETTINGS,
      ...twilio.env,
      LOG_LEVEL: 'debug',
      MAIL_DRIVER: 'smtp',
      SMTP_URL: smtp.url.replace('//', `//user:${SMTP_PASSWORD}@`),
      OAUTH_GOOGLE_CLIENT_ID: 'client',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${COLLECTOR_TOKEN}`,
    },
  })
})
afterAll(async () => {
  await service.kill9()
  await Promise.all([smtp.close(), twilio.close(), collector.close()])
})

const codeOf = (base32: string, ahead = 0) =>
  totpCode(new ScureBase32Plugin().decode(base32), totpStep(new Date()) + ahead)

it('leaves no secret of a whole run in the log, the traces, the metrics or the audit trail', async () => {
  const api = await ApiClient.of(service.url)
  const secrets = new Map<string, string>(
    Object.entries({ ...SETTINGS, ROOT, FIRST, SECOND, WRONG, COLLECTOR_TOKEN, SMTP_PASSWORD }),
  )
  secrets.set('Twilio token', TWILIO_TOKEN)
  const keep = (name: string, value: unknown) => {
    if (typeof value !== 'string' || value.length < 6) throw new Error(`no ${name}`)
    secrets.set(`${name} ${secrets.size}`, value)
    return value
  }
  const keepSession = (body: Record<string, unknown>) => {
    keep('refresh token', body.refresh_token)
    return keep('access token', body.access_token)
  }
  const linkAt = (pattern: RegExp) =>
    until('an email', 15_000, () =>
      smtp.mails.map(({ message }) => pattern.exec(message.text ?? '')?.[1]).findLast(Boolean),
    )

  // Printed for the operator, on purpose, so it is not among the secrets.
  const setup = await until(
    'the setup link',
    10_000,
    () => /\/auth\/setup\?token=([\w-]{43})/.exec(service.output())?.[1],
  )
  const email = 'root@example.org'
  const root = keepSession(
    (await api.post('/auth/setup', { token: setup, email, password: ROOT })).body,
  )
  const user = { email: 'ann@example.org', password: FIRST }
  await api.post('/auth/register', user)
  const verification = keep('verification token', await linkAt(/verify-email\?token=([\w-]{43})/))
  await api.post('/auth/verify-email', { token: verification })
  await fetch(`${service.url}/auth/verify-email?token=${verification}`)
  expect((await api.post('/auth/login', { ...user, password: WRONG })).status).toBe(401)
  const login = (await api.post('/auth/login', user)).body
  keep('device token', login.device_token)
  let access = keepSession(login)
  const refreshed = await api.post('/auth/refresh', { refresh_token: login.refresh_token })
  access = keepSession(refreshed.body)

  await api.post('/me/phone', { phone: '+12025550123' }, bearer(access))
  const text = await until('a text message', 15_000, () => twilio.messages[0]?.fields.Body)
  const sms = keep('text code', /\b\d{6}\b/.exec(text)?.[0])
  await api.post('/me/phone/verify', { code: sms }, bearer(access))

  await api.post('/auth/forgot-password', { email: user.email })
  const reset = keep('reset token', await linkAt(/reset-password\?token=([\w-]{43})/))
  await api.post('/auth/reset-password', { token: reset, password: SECOND })
  access = keepSession((await api.post('/auth/login', { ...user, password: SECOND })).body)

  const mfa = (await api.post('/auth/mfa/setup', { password: SECOND }, bearer(access))).body
  const totp = keep('authenticator secret', mfa.secret)
  const code = keep('authenticator code', codeOf(totp))
  const enabled = await api.post('/auth/mfa/enable', { code }, bearer(access))
  for (const one of enabled.body.recovery_codes as string[]) keep('recovery code', one)
  const first = await api.post('/auth/login', { ...user, password: SECOND })
  const challenge = keep('second-step token', first.body.mfa_token)
  const next = keep('authenticator code', codeOf(totp, 1))
  keepSession((await api.post('/auth/login', { mfa_token: challenge, code: next })).body)

  const key = await api.post(
    '/api-keys',
    {
      name: 'masking',
      permissions: ['users:list'],
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      password: ROOT,
    },
    bearer(root),
  )
  if (key.status === 201) await api.get('/users', bearer(keep('API key', key.body.key)))
  const hook = await api.post(
    '/webhooks',
    { url: 'http://127.0.0.1:9/hook-path', events: ['user.*'] },
    bearer(root),
  )
  if (hook.status === 201) keep('webhook secret', hook.body.secret)
  await fetch(
    `${service.url}/api/v1/auth/oauth/google/callback?code=${keep('provider code', 'masking-provider-code-8')}&state=${keep('state', 'masking-provider-state-9')}`,
    { redirect: 'manual' },
  )
  await api.get('/users?q=%ZZ', bearer(keep('forged token', `${root}x`)))

  const metrics = await (
    await fetch(`${service.url}/metrics`, { headers: bearer(SETTINGS.METRICS_TOKEN) })
  ).text()
  const audit = (await api.get('/audit?limit=100', bearer(root))).text
  await service.stop()
  const places = {
    log: service.output(),
    traces: collector.text(),
    metrics,
    'audit API': audit,
    'audit table': await auditTable(),
  }

  // Otherwise there would be nothing to search.
  expect({ key: key.status, hook: hook.status, mfa: enabled.status }).toEqual({
    key: 201,
    hook: 201,
    mfa: 200,
  })
  expect(places.log).toMatch(/"trace_id":"[0-9a-f]{32}".*"path":"\/api\/v1\/auth\/login"/)
  expect(places.traces).toContain('db.query.text')
  for (const name of ['hash argon2', 'send email', 'job mail', 'POST /api/v1/auth/login'])
    expect(collector.spans().map((span) => span.name)).toContain(name)
  expect(places.metrics).toContain('gatehouse_sign_ins_total')
  expect(places['audit table']).toContain('session.refused')
  const found = Object.entries(places).flatMap(([place, content]) =>
    [...secrets].flatMap(([name, value]) => (shows(content, value) ? [`${place}: ${name}`] : [])),
  )
  expect(found).toEqual([])
  // The values of statements: secrets are hashed before they get there, addresses are not.
  for (const place of ['traces', 'metrics'] as const)
    expect(places[place].includes(user.email), place).toBe(false)
})

/** A code of six digits also occurs by chance, within times and IDs: it counts only as a whole. */
function shows(content: string, value: string): boolean {
  return /^\d{1,8}$/.test(value)
    ? new RegExp(`(?<![0-9a-z])${value}(?![0-9a-z])`, 'i').test(content)
    : content.includes(value)
}

/** Every audit record, as text. */
async function auditTable(): Promise<string> {
  const { pool, close } = await openEmbeddedPool(join(service.folder, '.data/db'))
  try {
    const { rows } = await pool.query<{ row: string }>(
      'SELECT row_to_json(a)::text AS row FROM audit_records a',
    )
    return rows.map(({ row }) => row).join('\n')
  } finally {
    await close()
  }
}

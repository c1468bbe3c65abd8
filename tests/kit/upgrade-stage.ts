import { ScureBase32Plugin } from 'otplib'
import type pg from 'pg'
import { totpCode, totpStep } from '@/lib/identity/mfa/totp'
import { PASSWORD } from '@/tests/kit/make-user'
import { ApiSession, expectAnswer, WebSession } from '@/tests/kit/session-client'
import type { ServiceProcess } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

export const ADMIN = 'root@example.org'
const API_SESSIONS = 12
const WEB_SESSIONS = 4
/** In the table only, so that the migrations have something to convert. */
const USERS = 2000
const MEMBER = ['users:list', 'contacts:list']

/**
 * What a released version stored, through its own API and pages, and what was handed out for it.
 */
export interface UpgradeStage {
  admin: ApiSession
  api: ApiSession[]
  web: WebSession[]
  /** Permissions of `api[0]`'s user. */
  permissions: string[]
  auditRecords: number
  /** The account with two-step verification. */
  mfa: { email: string; secret: string; recoveryCode: string; challenge: string }
  /** Links sent by email that have not been opened yet. */
  links: { registration: string; abandoned: string; reset: string; invitation: string }
}

/** The current code of an authenticator app; `steps` of 30 seconds later. */
export const codeNow = (base32: string, steps = 0) =>
  totpCode(new ScureBase32Plugin().decode(base32), totpStep(new Date()) + steps)

/** The address of a copy of the administrator. */
export const user = (number: number) => `user${number}@example.org`

/** The token of the newest link of a kind that the service of local mode has printed. */
export function sentToken(service: ServiceProcess, page: string, after = 0): Promise<string> {
  const link = new RegExp(`/auth/${page}\\?token=([\\w-]{43})`, 'g')
  return until(
    `a link to ${page}`,
    30_000,
    () => [...service.output().slice(after).matchAll(link)].at(-1)?.[1],
  )
}

/** Fills the database of a service that has just been started on an empty one. */
export async function setUpUpgradeStage(
  service: ServiceProcess,
  pool: pg.Pool,
): Promise<UpgradeStage> {
  const { url } = service
  const admin = await setUpAdministrator(service)
  await copyAdministrator(pool, USERS)
  const call = (status: number, method: string, path: string, given?: unknown) =>
    expectAnswer(status, url, method, path, { body: given, token: admin.access })
  await call(201, 'POST', '/rbac/roles', { name: 'member', permissions: MEMBER })
  const { id } = (
    await pool.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [user(1)])
  ).rows[0]!
  await call(200, 'PUT', `/users/${id}/roles`, { roles: ['user', 'member'] })
  const api: ApiSession[] = []
  for (let number = 1; number <= API_SESSIONS; number++)
    api.push(await ApiSession.open(url, user(number), PASSWORD))
  const web: WebSession[] = []
  for (let number = 1; number <= WEB_SESSIONS; number++)
    web.push(await WebSession.open(url, user(number), PASSWORD))
  await call(202, 'POST', '/notifications', {
    to: { user_ids: [id] },
    channels: ['inbox'],
    title: 'Hello',
    body: 'From before the upgrade.',
  })
  const mine = { token: api[0]!.access }
  await until('the notification arrives', 30_000, async () => {
    const { unread_count: unread } = await expectAnswer(
      200,
      url,
      'GET',
      '/inbox/unread-count',
      mine,
    )
    return unread > 0
  })
  const { permissions } = await expectAnswer(200, url, 'GET', '/auth/permissions', mine)
  const stage = {
    admin,
    api,
    web,
    permissions,
    mfa: await enroll(url, user(50)),
    links: await sendLinks(service, call),
  }
  const { rows } = await pool.query<{ auditRecords: number }>(
    'SELECT count(*)::int AS "auditRecords" FROM audit_records',
  )
  return { ...stage, ...rows[0]! }
}

/** Creates the first administrator of a service that has just been started on an empty database. */
export async function setUpAdministrator(service: ServiceProcess): Promise<ApiSession> {
  const token = await sentToken(service, 'setup')
  const body = { token, email: ADMIN, password: PASSWORD }
  return new ApiSession(await expectAnswer(201, service.url, 'POST', '/auth/setup', { body }))
}

/**
 * Creates users with the administrator's password. From the 101st on, every tenth has not confirmed
 * the address.
 */
export async function copyAdministrator(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO users (id, email, name, status, password_hash, email_verified_at, created_at)
      SELECT gen_random_uuid(), 'user' || n || '@example.org', 'User ' || n,
        (CASE WHEN n > 100 AND n % 10 = 0 THEN 'pending' ELSE 'active' END)::user_status, password_hash,
        CASE WHEN n > 100 AND n % 10 = 0 THEN NULL ELSE now() END, now()
      FROM generate_series(1, $2::int) n, users WHERE email = $1`,
    [ADMIN, count],
  )
}

async function enroll(url: string, email: string): Promise<UpgradeStage['mfa']> {
  const credentials = { email, password: PASSWORD }
  const { access: token } = await ApiSession.open(url, email, PASSWORD)
  const { secret } = await expectAnswer(200, url, 'POST', '/auth/mfa/setup', {
    body: { password: PASSWORD },
    token,
  })
  const { recovery_codes: codes } = await expectAnswer(200, url, 'POST', '/auth/mfa/enable', {
    body: { code: codeNow(secret) },
    token,
  })
  const second = await expectAnswer(200, url, 'POST', '/auth/login', { body: credentials })
  return { email, secret, recoveryCode: codes[0], challenge: second.mfa_token }
}

async function sendLinks(
  service: ServiceProcess,
  call: (status: number, method: string, path: string, given?: unknown) => Promise<unknown>,
): Promise<UpgradeStage['links']> {
  const register = async (email: string) => {
    const from = service.output().length
    await call(202, 'POST', '/auth/register', { email, password: PASSWORD })
    return sentToken(service, 'verify-email', from)
  }
  const registration = await register('registered@example.org')
  const abandoned = await register('abandoned@example.org')
  await call(202, 'POST', '/auth/forgot-password', { email: user(60) })
  const reset = await sentToken(service, 'reset-password')
  await call(201, 'POST', '/users', { email: 'invited@example.org' })
  const invitation = await sentToken(service, 'invitation')
  return { registration, abandoned, reset, invitation }
}

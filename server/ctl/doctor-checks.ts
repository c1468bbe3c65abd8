import { isIP } from 'node:net'
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { settings, SettingsError, type Settings } from '@/lib/config/settings'
import { testMailer } from '@/lib/messaging/mail/mailer'
import { testMail } from '@/lib/messaging/mail/sample-mail'
import { now } from '@/lib/platform/clock'
import { findMissingMigrations } from '@/lib/platform/db/apply-migrations'
import { FolderInUseError } from '@/lib/platform/db/data-folder-lock'
import { assertWritable, database, type Database, db } from '@/lib/platform/db/database'
import { reasonOf } from '@/lib/platform/describe-error'
import { readClockAhead } from '@/lib/platform/instances/instance.store'
import { mailHealth } from '@/lib/settings/provider-checks'
import { readDatabaseVersion } from '@/lib/settings/service-status.store'
import { openOwnDatabase } from '@/server/ctl/at-database'
import { applySettings } from '@/server/read-settings'
import { migrationsFolder } from '@/server/start-up'

/** What one check found. */
export interface Finding {
  check:
    | 'settings'
    | 'disk'
    | 'database'
    | 'replica'
    | 'version'
    | 'keys'
    | 'clock'
    | 'instances'
    | 'mail'
    | 'redis'
    | 'tls'
    | 'address'
    | 'proxy'
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  message: string
}

export type Verdict = Omit<Finding, 'check'>

export const ok = (message: string): Verdict => ({ state: 'ok', message })
export const warning = (message: string): Verdict => ({ state: 'warning', message })
export const failed = (message: string): Verdict => ({ state: 'failed', message })
export const skipped = (message: string): Verdict => ({ state: 'skipped', message })

/** The settings: one finding per fault or warning. Writes nothing. */
export function checkSettings(): Verdict[] {
  try {
    const { warnings } = applySettings({ checkOnly: true })
    return warnings.length > 0 ? warnings.map(warning) : [ok('The settings are valid.')]
  } catch (error) {
    if (error instanceof SettingsError) return error.faults.map(failed)
    throw error
  }
}

const OLDEST_POSTGRES = 13

/** Opens the database for the checks that need it; it stays open if the verdict is ok. */
export async function checkDatabase(): Promise<Verdict> {
  try {
    const { kind, close, withSessions } = await openOwnDatabase({ checkOnly: true })
    // Also past the pooler, if there is one.
    const verdict = await withSessions(() => checkServer(kind)).catch((error: unknown) =>
      failed(`${reasonOf(error)}.`),
    )
    if (verdict.state !== 'ok') await close()
    return verdict
  } catch (error) {
    if (error instanceof FolderInUseError)
      return skipped('The running service holds the embedded database.')
    return failed(reasonOf(error))
  }
}

async function checkServer(kind: Database['kind']): Promise<Verdict> {
  const version = await readDatabaseVersion(db())
  await assertWritable(database().pool)
  if (kind === 'embedded') return ok(`The embedded database answers (PostgreSQL ${version}).`)
  return Number.parseInt(version) < OLDEST_POSTGRES
    ? failed(`PostgreSQL ${version} is too old: ${OLDEST_POSTGRES} or newer is needed.`)
    : ok(`PostgreSQL ${version} answers.`)
}

/** Whether the database has exactly the migrations of this build. */
export async function checkVersion(): Promise<Verdict> {
  try {
    const missing = await findMissingMigrations(database().pool, migrationsFolder())
    return missing.length === 0
      ? ok('The database has the migrations of this version.')
      : failed(`Missing migrations: ${missing.length}. Start this version once.`)
  } catch (error) {
    return failed(`${reasonOf(error)}.`)
  }
}

const CLOCK_WARNING_MS = 2000
/** Codes of authenticator apps are refused beyond about half a minute, access tokens beyond two. */
const CLOCK_FAILURE_MS = 30_000

/** Compares this machine's clock with that of the database server. */
export async function checkClock(): Promise<Verdict> {
  return checkClockOffset('this machine', await readClockAhead(db()))
}

/** `whose`: the machine whose clock is ahead by that many milliseconds. */
export function checkClockOffset(whose: string, aheadMs: number): Verdict {
  const apart = Math.abs(aheadMs)
  const seconds = (apart / 1000).toFixed(1)
  const message = `The clocks of ${whose} and the database are ${seconds} s apart.`
  if (apart > CLOCK_FAILURE_MS) return failed(`${message} Synchronize both (NTP).`)
  return apart > CLOCK_WARNING_MS ? warning(`${message} Synchronize both (NTP).`) : ok(message)
}

/**
 * Whether emails are sent, from the settings including stored ones. With an address, sends a test
 * email there; otherwise reports what the service last saw.
 */
export async function checkMail(to: string | null): Promise<Verdict> {
  const { mail, local } = settings()
  if (mail.driver === 'log') {
    if (local) return ok('Local mode shows emails in its outbox.')
    return failed(
      mail.leftToDashboard
        ? 'Email is not set up yet: set it up at /dashboard/settings/mail.'
        : 'No email is sent (MAIL_DRIVER=log): set SMTP_URL or RESEND_API_KEY.',
    )
  }
  if (to) return sendTestMail(to)
  const { lastErrorAt, lastSuccessAt, lastError, queueLength } = await mailHealth()
  const waiting = `Emails waiting: ${queueLength}.`
  if (lastErrorAt && (!lastSuccessAt || lastErrorAt > lastSuccessAt))
    return failed(`The last email failed: ${lastError ?? 'unknown'}. ${waiting}`)
  if (!lastSuccessAt) return warning(`No email was sent yet. Try --mail-to <address>. ${waiting}`)
  return ok(`The last email was sent at ${lastSuccessAt.toISOString()}. ${waiting}`)
}

/**
 * With the settings of this command, which may not be those of the service: what comes of it says
 * nothing about the emails of the service.
 */
async function sendTestMail(to: string): Promise<Verdict> {
  const sender = testMailer()
  try {
    const { passed, detail } = await testMail(to, { locale: 'en', shownIn: 'en', sender })
    return passed ? ok(detail) : failed(`Not accepted by ${sender.describe()}: ${detail}`)
  } finally {
    sender.close()
  }
}

const WITHIN_MS = 5000
const RENEW_WITHIN_DAYS = 14
const DAY_MS = 86_400_000

/** The certificate at the address that users open. */
export async function checkTls({ baseUrl }: Settings): Promise<Verdict> {
  const { protocol, hostname, port } = new URL(baseUrl)
  if (protocol !== 'https:') return skipped('APP_BASE_URL is plain http (local mode).')
  try {
    const { valid_to } = await readCertificate(
      hostname.replace(/^\[|\]$/g, ''),
      Number(port || 443),
    )
    const days = Math.floor((new Date(valid_to).getTime() - now().getTime()) / DAY_MS)
    const message = `Days until the certificate of ${hostname} expires: ${days}.`
    return days < RENEW_WITHIN_DAYS ? warning(`${message} Renew it.`) : ok(message)
  } catch (error) {
    return failed(`No TLS connection to ${hostname}: ${reasonOf(error)}`)
  }
}

/** Throws if the connection fails, or the certificate is not valid for that name. */
async function readCertificate(host: string, port: number): Promise<PeerCertificate> {
  let socket: TLSSocket | undefined
  try {
    return await new Promise((resolve, reject) => {
      const servername = isIP(host) ? '' : host
      socket = connect({ host, port, servername, timeout: WITHIN_MS }, () =>
        resolve(socket!.getPeerCertificate()),
      )
      socket.once('error', reject)
      socket.once('timeout', () => reject(new Error('no answer within 5 seconds')))
    })
  } finally {
    socket?.destroy()
  }
}

/** Whether the address that users open leads to this service. */
export async function checkAddress({ baseUrl, tokens }: Settings): Promise<Verdict> {
  try {
    const answer = await fetch(new URL('/.well-known/openid-configuration', baseUrl), {
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    })
    if (answer.status !== 200) return failed(`${baseUrl} returned ${answer.status}.`)
    const { issuer } = (await answer.json()) as { issuer?: string }
    return issuer === tokens.issuer
      ? ok(`${baseUrl} leads to this service.`)
      : failed(`${baseUrl} leads to another service: its issuer is ${String(issuer)}.`)
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return failed(`${baseUrl} cannot be reached: ${reasonOf(cause ?? error)}`)
  }
}

/** Whether the settings about the proxy can be right. The service itself speaks plain http. */
export function checkProxy({ baseUrl, trustProxyHops: hops }: Settings): Verdict {
  if (!baseUrl.startsWith('https:'))
    return hops === 0
      ? ok('No proxy is expected, and none is trusted.')
      : warning(`APP_BASE_URL is plain http, but TRUST_PROXY_HOPS is ${hops}.`)
  return hops === 0
    ? failed(
        'TLS ends at a proxy, but TRUST_PROXY_HOPS is 0: all clients would share its address, and with it limits and lockouts.',
      )
    : ok(`Proxies trusted to add to X-Forwarded-For: ${hops}.`)
}

import { lacksFactor, skippedSecondStep } from '@/lib/access/missing-factor.store'
import { isSecretToken, newSecretToken, sha256 } from '@/lib/platform/crypto'
import type { Db } from '@/lib/platform/db/database'
import { databaseTimeAt } from '@/lib/platform/db/database-time'
import { Prisma } from '@/prisma/generated/client'

/** How long a ticket is valid, in seconds of the database's clock. */
export const TICKET_SECONDS = 60
/** How many unused tickets a session may have; the oldest is dropped. */
const TICKETS_PER_SESSION = 10

/** What a consumed ticket stands for. */
export interface UsedTicket {
  sessionId: string
  /** The generation of the access token that requested the ticket. */
  generation: number
  /** When the access token that requested the ticket expires. */
  credentialExpiresAt: Date
}

/** Whether a text has the form of a ticket; access tokens contain dots. */
export function isTicket(text: string): boolean {
  return isSecretToken(text)
}

/** Creates a ticket (32 random bytes, base64url) for a session and stores only its SHA-256. */
export async function issueTicket(
  db: Db,
  by: { sessionId: string; generation: number; credentialExpiresAt: Date; now: Date },
): Promise<string> {
  const ticket = newSecretToken()
  const hash = sha256(ticket)
  await db.$executeRaw`
    WITH older AS (
      DELETE FROM socket_tickets WHERE ticket_hash IN (
        SELECT ticket_hash FROM socket_tickets WHERE session_id = ${by.sessionId}::uuid
        ORDER BY expires_at DESC OFFSET ${TICKETS_PER_SESSION - 1}::int)
    )
    INSERT INTO socket_tickets (ticket_hash, session_id, generation, expires_at, credential_expires_at)
    VALUES (${hash}, ${by.sessionId}::uuid, ${by.generation}::int,
      ${databaseTimeAt(by.now)} + make_interval(secs => ${TICKET_SECONDS}::int), ${by.credentialExpiresAt}::timestamptz)`
  return ticket
}

/**
 * Consumes a ticket. Of any number of concurrent callers one gets what it stands for, the others
 * get null. Decided by a single write.
 */
export async function consumeTicket(db: Db, ticket: string, now: Date): Promise<UsedTicket | null> {
  if (!isTicket(ticket)) return null
  const rows = await db.$queryRaw<UsedTicket[]>`
    DELETE FROM socket_tickets WHERE ticket_hash = ${sha256(ticket)} AND expires_at > ${databaseTimeAt(now)}
    RETURNING session_id::text AS "sessionId", generation, credential_expires_at AS "credentialExpiresAt"`
  return rows[0] ?? null
}

/** Deletes up to `limit` expired tickets. Returns how many. */
export async function purgeTickets(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM socket_tickets WHERE ticket_hash IN (
      SELECT ticket_hash FROM socket_tickets WHERE expires_at <= ${databaseTimeAt(now)}
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/**
 * Whether connections of a session may stay open. `no_access` means that the owner's account is not
 * active, `no_factor` that the session lacks the second factor that is required.
 */
export type SessionStanding = 'live' | 'ended' | 'no_access' | 'no_factor'

/**
 * A session's standing, and which of its access tokens are still valid: those of
 * `credentialGeneration` and later.
 */
export interface StandingRow {
  standing: SessionStanding
  isKey: boolean
  credentialGeneration: number
}

/**
 * The standing of these sessions and API keys in the database; unknown ones are missing. An
 * administrator who views as a user proved a factor of their own.
 */
export async function readStandings(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, StandingRow>> {
  const rows = await db.$queryRaw<({ id: string } & StandingRow)[]>`
    SELECT f.id::text AS id, CASE
      WHEN u.status <> 'active' THEN 'no_access'
      WHEN f.revoked_at IS NOT NULL OR f.expires_at <= ${now}::timestamptz OR ${skippedSecondStep('f')} THEN 'ended'
      WHEN f.impersonated_by IS NULL AND ${lacksFactor(Prisma.sql`'mfa' = ANY(f.amr)`)} THEN 'no_factor'
      ELSE 'live' END AS standing, f.credential_generation AS "credentialGeneration", false AS "isKey"
    FROM session_families f JOIN users u ON u.id = f.user_id
    WHERE f.id = ANY(${[...ids]}::uuid[])
    UNION ALL
    SELECT k.id::text, CASE
      WHEN u.status <> 'active' THEN 'no_access'
      WHEN k.revoked_at IS NOT NULL OR k.expires_at <= ${now}::timestamptz THEN 'ended'
      WHEN ${lacksFactor(Prisma.sql`true`)} THEN 'no_factor'
      ELSE 'live' END, 0, true
    FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.id = ANY(${[...ids]}::uuid[])`
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

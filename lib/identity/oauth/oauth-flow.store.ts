import type { ProviderName } from '@/lib/config/providers/enabled-providers'
import type { WaitingIdentity } from '@/lib/identity/mfa/challenge.store'
import { addSeconds } from '@/lib/platform/clock'
import { isSecretToken, newSecretToken, sha256 } from '@/lib/platform/crypto'
import type { Db, Tx } from '@/lib/platform/db/database'
import { databaseTimeAt } from '@/lib/platform/db/database-time'
import type { Surface } from '@/lib/platform/request-context'

/** How long a user may take at the provider, in seconds. */
const FLOW_SECONDS = 600

/** An app's redirect URI (RFC 8252), its PKCE challenge (S256) and its state. */
export interface Handoff {
  redirectUri: string
  codeChallenge: string
  appState: string
}

export interface OauthFlow {
  provider: ProviderName
  surface: Surface
  /** The user and session that connect the provider; null for a sign-in. */
  link: { userId: string; sessionId: string } | null
  nextPath: string | null
  handoff: Handoff | null
}

interface FlowRow {
  linkUserId: string | null
  linkSessionId: string | null
  nextPath: string | null
  redirectUri: string | null
  codeChallenge: string | null
  appState: string | null
}

/** Records a new flow. Only the SHA-256 of `state` and of the browser secret are stored. */
export async function insertFlow(
  db: Db,
  flow: OauthFlow & { state: string; browser: string; now: Date },
): Promise<void> {
  const { provider, surface, nextPath } = flow
  await db.oauthFlow.createMany({
    data: {
      provider,
      surface,
      nextPath,
      stateHash: sha256(flow.state),
      browserHash: sha256(flow.browser),
      linkUserId: flow.link?.userId ?? null,
      linkSessionId: flow.link?.sessionId ?? null,
      ...flow.handoff,
      expiresAt: addSeconds(flow.now, FLOW_SECONDS),
    },
  })
}

/**
 * Consumes a flow: of any number of callbacks with one state exactly one gets it, and only from the
 * browser that began it, at the callback URL of its provider and surface, before it expires.
 * Decided by a single conditional write.
 */
export async function claimFlow(
  db: Db,
  by: { state: string; browser: string; provider: ProviderName; surface: Surface; now: Date },
): Promise<OauthFlow | null> {
  if (!isSecretToken(by.state) || !isSecretToken(by.browser)) return null
  const rows = await db.$queryRaw<FlowRow[]>`
    DELETE FROM oauth_flows
    WHERE state_hash = ${sha256(by.state)} AND browser_hash = ${sha256(by.browser)}
      AND provider = ${by.provider} AND surface = ${by.surface}::surface AND expires_at > ${by.now}::timestamptz
    RETURNING link_user_id::text AS "linkUserId", link_session_id::text AS "linkSessionId", next_path AS "nextPath",
      redirect_uri AS "redirectUri", code_challenge AS "codeChallenge", app_state AS "appState"`
  return rows[0] ? toFlow(rows[0], by) : null
}

function toFlow(row: FlowRow, by: Pick<OauthFlow, 'provider' | 'surface'>): OauthFlow {
  const { linkUserId, linkSessionId, redirectUri, codeChallenge, appState, nextPath } = row
  return {
    provider: by.provider,
    surface: by.surface,
    nextPath,
    link: linkUserId && linkSessionId ? { userId: linkUserId, sessionId: linkSessionId } : null,
    handoff:
      redirectUri && codeChallenge && appState !== null
        ? { redirectUri, codeChallenge, appState }
        : null,
  }
}

/**
 * Placeholder for the browser secret until the user continues to the provider. No cookie can have
 * this form.
 */
const browserPlaceholder = (sessionId: string) => `link by session ${sessionId}`

/** Records that a session may begin to connect a provider, once, with this reference. */
export async function insertLinkReference(
  db: Db,
  by: { reference: string; provider: ProviderName; userId: string; sessionId: string; now: Date },
): Promise<void> {
  const { provider, userId, sessionId, now } = by
  await insertFlow(db, {
    provider,
    now,
    surface: 'web',
    state: by.reference,
    browser: browserPlaceholder(sessionId),
    link: { userId, sessionId },
    nextPath: null,
    handoff: null,
  })
}

/**
 * Turns a reference into a flow if it belongs to this session and provider and has not expired.
 * Only the first of any number of attempts succeeds.
 */
export async function redeemLinkReference(
  db: Db,
  by: {
    reference: string
    provider: ProviderName
    userId: string
    sessionId: string
    state: string
    browser: string
    now: Date
  },
): Promise<boolean> {
  if (!isSecretToken(by.reference)) return false
  const { count } = await db.oauthFlow.updateMany({
    where: {
      stateHash: sha256(by.reference),
      browserHash: sha256(browserPlaceholder(by.sessionId)),
      provider: by.provider,
      linkUserId: by.userId,
      linkSessionId: by.sessionId,
      expiresAt: { gt: by.now },
    },
    data: {
      stateHash: sha256(by.state),
      browserHash: sha256(by.browser),
      expiresAt: addSeconds(by.now, FLOW_SECONDS),
    },
  })
  return count === 1
}

/** Deletes up to `limit` expired flows. Returns how many. */
export async function purgeFlows(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM oauth_flows WHERE state_hash IN (
      SELECT state_hash FROM oauth_flows WHERE expires_at <= ${now}::timestamptz
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

/** How long an app has to redeem its code, in seconds of the database's clock. */
export const HANDOFF_SECONDS = 60

export interface HandedOver {
  userId: string
  provider: ProviderName
  redirectUri: string
  codeChallenge: string
  /** The subject and the address of a provider account that the sign-in has to connect. */
  subject: string | null
  email: string | null
}

/** Creates an app's one-time code (32 random bytes, base64url) and stores only its SHA-256. */
export async function issueHandoff(
  db: Db,
  by: {
    userId: string
    provider: ProviderName
    /** To be connected once the sign-in is complete. */
    waiting?: WaitingIdentity | null
    handoff: Handoff
    now: Date
  },
): Promise<string> {
  const code = newSecretToken()
  const { subject = null, email = null } = by.waiting ?? {}
  const { redirectUri, codeChallenge } = by.handoff
  await db.$executeRaw`
    INSERT INTO oauth_handoffs (code_hash, user_id, provider, redirect_uri, code_challenge, identity_subject,
      identity_email, expires_at)
    VALUES (${sha256(code)}, ${by.userId}::uuid, ${by.provider}, ${redirectUri}, ${codeChallenge}, ${subject}, ${email},
      ${databaseTimeAt(by.now)} + make_interval(secs => ${HANDOFF_SECONDS}::int))`
  return code
}

/**
 * Consumes a code. Of any number of concurrent callers one gets what it stands for, the others get
 * null. Decided by a single write.
 */
export async function consumeHandoff(tx: Tx, code: string, now: Date): Promise<HandedOver | null> {
  if (!isSecretToken(code)) return null
  const codeHash = sha256(code)
  // The owner's row first (lib/identity/account/account-locks.store.ts), shared as by other
  // sign-ins.
  await tx.$queryRaw`
    SELECT 1 FROM users WHERE id = (SELECT user_id FROM oauth_handoffs WHERE code_hash = ${codeHash}) FOR SHARE`
  const rows = await tx.$queryRaw<HandedOver[]>`
    DELETE FROM oauth_handoffs WHERE code_hash = ${codeHash} AND expires_at > ${databaseTimeAt(now)}
    RETURNING user_id::text AS "userId", provider, redirect_uri AS "redirectUri", code_challenge AS "codeChallenge",
      identity_subject AS subject, identity_email AS email`
  return rows[0] ?? null
}

/** Deletes a user's codes from one provider. */
export async function deleteHandoffsOf(
  db: Db,
  { userId, provider }: { userId: string; provider: string },
): Promise<void> {
  await db.oauthHandoff.deleteMany({ where: { userId, provider } })
}

/** Deletes all codes of a user. Returns how many had not expired. */
export async function endHandoffsOf(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  const rows = await db.$queryRaw<{ live: boolean }[]>`
    DELETE FROM oauth_handoffs WHERE user_id = ${userId}::uuid RETURNING expires_at > ${databaseTimeAt(now)} AS live`
  return rows.filter(({ live }) => live).length
}

/** Deletes up to `limit` expired codes. Returns how many. */
export async function purgeHandoffs(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM oauth_handoffs WHERE code_hash IN (
      SELECT code_hash FROM oauth_handoffs WHERE expires_at <= ${databaseTimeAt(now)}
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

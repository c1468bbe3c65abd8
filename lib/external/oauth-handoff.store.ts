import type { Handoff } from '@/lib/external/oauth-flow.store'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken, sha256 } from '@/lib/platform/crypto'
import type { Db } from '@/lib/platform/db/database'

/** How long an app has to redeem its code, in seconds. */
const HANDOFF_SECONDS = 60

const CODE_FORM = /^[A-Za-z0-9_-]{43}$/

export interface HandedOver {
  userId: string
  provider: string
  redirectUri: string
  codeChallenge: string
}

/** Makes the one-time code of an app (32 random bytes, base64url) and stores its SHA-256 alone. */
export async function issueHandoff(
  db: Db,
  by: { userId: string; provider: string; handoff: Handoff; now: Date },
): Promise<string> {
  const code = newSecretToken()
  const { redirectUri, codeChallenge } = by.handoff
  await db.oauthHandoff.createMany({
    data: {
      codeHash: new Uint8Array(sha256(code)),
      userId: by.userId,
      provider: by.provider,
      redirectUri,
      codeChallenge,
      expiresAt: addSeconds(by.now, HANDOFF_SECONDS),
    },
  })
  return code
}

/** Uses a code up: of any number of concurrent callers one gets what it stands for, the others null. One write decides. */
export async function consumeHandoff(db: Db, code: string, now: Date): Promise<HandedOver | null> {
  if (!CODE_FORM.test(code)) return null
  const rows = await db.$queryRaw<HandedOver[]>`
    DELETE FROM oauth_handoffs WHERE code_hash = ${new Uint8Array(sha256(code))} AND expires_at > ${now}::timestamptz
    RETURNING user_id::text AS "userId", provider, redirect_uri AS "redirectUri", code_challenge AS "codeChallenge"`
  return rows[0] ?? null
}

/** Kills a user's codes, all or those of one provider. */
export async function deleteHandoffsOf(db: Db, by: { userId: string; provider?: string }): Promise<void> {
  await db.oauthHandoff.deleteMany({
    where: { userId: by.userId, ...(by.provider && { provider: by.provider }) },
  })
}

/** Deletes up to `limit` codes that nobody redeemed in time. Returns how many. */
export async function purgeHandoffs(db: Db, now: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM oauth_handoffs WHERE code_hash IN (
      SELECT code_hash FROM oauth_handoffs WHERE expires_at <= ${now}::timestamptz
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}
